import type pg from "pg";

/** Long after the append that follows an intent has succeeded or failed. */
const abandonedAfter = "1 hour";

/**
 * Forgetting keys. The order is: the intent, durable; the erasing event; the deletion. A crash before the event leaves an
 * intent that means nothing yet, a crash after it leaves one that the next start finishes. So a log that says "erased" never
 * stands for long beside a key that still opens, and a key is never deleted for an event that was refused.
 *
 * Deleting is immediate for every reader of the database. The bytes of a wrapped key may stay for a while in freed parts
 * of the database's files, in its write-ahead log and in backups of the vault; the operator's guide says for how long.
 */
export function createErasures({ pool, forget }: { pool: pg.Pool; forget: (id: string) => void }) {
  /** Notes that a key is about to be erased; durable when it answers. To be called before the erasing event is appended. */
  async function beginErasure(id: string): Promise<void> {
    // An intent that is begun again is young again, so that nobody drops it as abandoned.
    await pool.query(
      `INSERT INTO vault.erasures (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET begun_at = now() WHERE erasures.completed_at IS NULL`,
      [id],
    );
  }

  /**
   * Deletes a key and every key below it, and remembers that the id is erased, so that nothing makes it a key again. Needs no
   * intent before it, and may be repeated: a restored backup gets all erasures of the log this way.
   */
  async function erase(id: string): Promise<void> {
    // The foreign key cascades, and takes along even a key that is being made below at this moment.
    await pool.query(
      `WITH gone AS (DELETE FROM vault.keys WHERE id = $1)
       INSERT INTO vault.erasures (id, completed_at) VALUES ($1, now())
       ON CONFLICT (id) DO UPDATE SET completed_at = COALESCE(erasures.completed_at, excluded.completed_at)`,
      [id],
    );
    forget(id);
  }

  /** The ids of erasures that were begun and not completed, oldest first. */
  async function pendingErasures(): Promise<string[]> {
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM vault.erasures WHERE completed_at IS NULL ORDER BY begun_at, id",
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Finishes what a crash has interrupted; to be called at every start. An intent whose event is not in the log stays, as
   * another process may be about to append it, and is dropped when it is an hour old. Answers with the ids it erased.
   *
   * @param isErasedInLog whether the stream of this id holds its erasing event
   */
  async function finishErasures(isErasedInLog: (id: string) => Promise<boolean>): Promise<string[]> {
    const erased: string[] = [];
    for (const id of await pendingErasures()) {
      if (await isErasedInLog(id)) {
        await erase(id);
        erased.push(id);
      } else {
        await pool.query(
          `DELETE FROM vault.erasures
           WHERE id = $1 AND completed_at IS NULL AND begun_at < now() - $2::interval`,
          [id, abandonedAfter],
        );
      }
    }
    return erased;
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
