import type pg from "pg";
import { runEach } from "../run-each.ts";

/** Long enough for the append that follows an intent to succeed or fail. */
const abandonedAfter = "1 hour";

/**
 * Erases keys. The order is: a durable intent, the erasing event, the deletion. A crash before the event leaves an
 * intent without effect; a crash after it leaves one that a job completes. So a key never stays for long after
 * the log says "erased", and no key is deleted for an event that was refused.
 *
 * The deletion is immediate for every reader of the database. A job removes the bytes of the wrapped key from the
 * database's files within minutes. Backups of the vault keep them.
 */
export function createErasures({ pool, forget }: { pool: pg.Pool; forget: (id: string) => void }) {
  /** Stores a durable intent to erase a key. Call it before appending the erasing event. */
  async function beginErasure(id: string): Promise<void> {
    // Renewing the intent's time keeps it from counting as abandoned.
    await pool.query(
      `INSERT INTO vault.erasures (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET begun_at = now() WHERE erasures.completed_at IS NULL`,
      [id],
    );
  }

  /**
   * Deletes a key and every key below it, and remembers the id as erased, so that it never gets a key again. Needs no
   * intent and may be repeated: restoring a backup applies all erasures of the log this way.
   */
  async function erase(id: string): Promise<void> {
    // The foreign key cascades, also to a key that is being made below at this moment.
    await pool.query(
      `WITH gone AS (DELETE FROM vault.keys WHERE id = $1)
       INSERT INTO vault.erasures (id, completed_at) VALUES ($1, now())
       ON CONFLICT (id) DO UPDATE SET completed_at = COALESCE(erasures.completed_at, excluded.completed_at)`,
      [id],
    );
    forget(id);
  }

  /** The ids of erasures that began and did not complete, oldest first. */
  async function pendingErasures(): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM vault.erasures WHERE completed_at IS NULL ORDER BY begun_at, id",
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Completes erasures that a crash interrupted. An intent whose event is not in the log stays for an hour, since another process may be
   * about to append the event. An erasure that fails does not block the others. Returns the ids that were erased.
   *
   * @param isErasedInLog whether the stream of this id has its erasing event
   */
  async function finishErasures(isErasedInLog: (id: string) => Promise<boolean>): Promise<string[]> {
    const erasedIds: string[] = [];
    await runEach(await pendingErasures(), async (id) => {
      if (await isErasedInLog(id)) {
        await erase(id);
        erasedIds.push(id);
      } else {
        await pool.query(
          `DELETE FROM vault.erasures
           WHERE id = $1 AND completed_at IS NULL AND begun_at < now() - $2::interval`,
          [id, abandonedAfter],
        );
      }
    });
    return erasedIds;
  }

  return {
    beginErasure,
    /** The last step after the erasing event; the same as {@link erase}. */
    completeErasure: erase,
    erase,
    pendingErasures,
    finishErasures,
  };
}
