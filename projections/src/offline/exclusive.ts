import type pg from "pg";
import { returnClient, takeClient } from "../storage/with-client.ts";

const LOCK = 7_261_350;

/** Another rebuild or verification is running. */
export class AlreadyRunning extends Error {
  override readonly name = "AlreadyRunning";
  readonly code = "busy";
}

/** Runs `work` while no other rebuild or verification of this database runs in any process. Throws {@link AlreadyRunning}. */
export async function runExclusively<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await takeClient(pool);
  let locked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
      LOCK,
    ]);
    locked = rows[0]?.locked === true;
    if (!locked)
      throw new AlreadyRunning("Another rebuild or verification is running; wait until it is done.");
    return await work();
  } finally {
    if (locked) {
      locked = await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).then(
        () => false,
        () => true,
      );
    }
    // A lock that could not be released ends with its connection.
    returnClient(client, locked);
  }
}
