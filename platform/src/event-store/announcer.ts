import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Heard by readers in every process when events were appended. */
export const APPENDED_CHANNEL = "eventstore_appended";

/** Tells other processes that there is something to read; see {@link createAnnouncer}. */
export type Announcer = {
  /** Never fails and never waits: who misses a notification polls. */
  announce(): void;
  /** Resolves when the last one is sent. */
  close(): Promise<void>;
};

/** Short against the 50 ms that a read model may lag, long against the time of a commit. */
const restMs = 5;

/**
 * Sends notifications about appends: the first at once, then no more than one each few milliseconds however many fall due.
 * A notification is a transaction of its own, as inside an append it would serialise with every other transaction that
 * notifies; and it does not wait for the disk, as it need not survive a crash.
 *
 * @param sender names this process, whose own readers need no notification
 */
export function createAnnouncer(pool: pg.Pool, sender: string): Announcer {
  let due = false;
  let sending: Promise<void> | null = null;

  async function send(): Promise<void> {
    while (due) {
      due = false;
      await pool
        .query({
          name: "announce",
          text: `SELECT set_config('synchronous_commit', 'off', true), pg_notify('${APPENDED_CHANNEL}', $1)`,
          values: [sender],
        })
        .catch(() => {});
      await sleep(restMs);
    }
    sending = null;
  }

  return {
    announce() {
      due = true;
      sending ??= send();
    },
    async close() {
      await sending;
    },
  };
}
