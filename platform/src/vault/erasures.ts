import type pg from "pg";
import { runEach } from "../run-each.ts";

/** The age of an intent at which the append that follows it has certainly succeeded or failed. */
const abandonedAfter = "1 hour";

/**
 * Erases keys. The order is: a durable intent, the erasing event, the deletion. After a crash before the event, the intent
 * has no effect. After a crash between the event and the deletion, a job finds the intent and deletes the key. So a key never stays
 * for long after the log says "erased", and no key is deleted for an event that was refused.
 *
 * The deletion is immediate for every reader of the database. A job removes the bytes of the wrapped key from the
 * database's files within minutes. Backups of the vault keep the wrapped key.
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
   * Deletes a key and every key below it, and remembers the id as erased. An erased id never gets a key again. Needs no
   * intent and may be repeated: restoring a backup applies all erasures of the log this way.
   */
  async function erase(id: string): Promise<void> {
    // The foreign key cascades to all keys below this one, also to a key that another process is adding at this moment.
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
