import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** The channel for notifications of appends to readers in every process. */
export const APPENDED_CHANNEL = "eventstore_appended";

/** Notifies other processes about appends; see {@link createAnnouncer}. */
export type Announcer = {
  /** Never fails and never waits. Readers also poll, so a lost notification only delays them. */
  announce(): void;
  /** Resolves when the last notification is sent. */
  close(): Promise<void>;
};

/** The pause after each notification. It is short compared with the 50 ms that a read model may lag, and long compared with a commit. */
const pauseMs = 5;

/**
 * Sends notifications about appends: the first immediately, then at most one every few milliseconds. PostgreSQL commits
 * notifying transactions one at a time. So each notification has its own transaction, and no append waits for another one that notifies.
 * The transaction of a notification does not wait for the disk, because a notification may be lost in a crash.
 *
 * @param sender the name of this event store. Its own readers ignore notifications with this name
 * @param pause waits after each notification
 */
export function createAnnouncer(
  pool: pg.Pool,
  sender: string,
  pause: () => Promise<unknown> = () => sleep(pauseMs),
): Announcer {
  let isDue = false;
  let sending: Promise<void> | null = null;

  async function send(): Promise<void> {
    while (isDue) {
      isDue = false;
      await pool
        .query({
          name: "announce",
          text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${APPENDED_CHANNEL}', $1)`,
          values: [sender],
        })
        .catch(() => {});
      await pause();
    }
    sending = null;
  }

  return {
    announce() {
      isDue = true;
      sending ??= send();
    },
    async close() {
      await sending;
    },
  };
}
