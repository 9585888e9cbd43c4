import type pg from "pg";
import { returnClient, takeClient } from "../storage/with-client.ts";

const LOCK_ID = 7_261_350;

/** Another rebuild or verification is running. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
  readonly code = "busy";
}

/**
 * Runs `work`, and prevents other rebuilds and verifications of this database in all processes until it has ended. Throws
 * {@link AlreadyRunning} when one is running already.
 */
export async function runExclusively<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await takeClient(pool);
  let isLocked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
      LOCK_ID,
    ]);
    isLocked = rows[0]?.locked === true;
    if (!isLocked)
      throw new AlreadyRunning("Another rebuild or verification is running; wait until it is done.");
    return await work();
  } finally {
    if (isLocked) {
      isLocked = await client.query("SELECT pg_advisory_unlock($1)", [LOCK_ID]).then(
        () => false,
        () => true,
      );
    }
    // If the lock could not be released, this closes the connection, which ends the lock.
    returnClient(client, isLocked);
  }
}
