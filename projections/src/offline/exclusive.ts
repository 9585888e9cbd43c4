import type pg from "pg";
import { returnClient, takeClient } from "../storage/with-client.ts";

const LOCK = 7_261_350;

/** Another rebuild or verification is under way. */
export class Busy extends Error {
  override readonly name = "Busy";
  readonly code = "busy";
}

const isFree = (): boolean => false;

/** Runs `work` while no other rebuild or verification of this database runs, in whatever process. Throws {@link Busy}. */
export async function exclusively<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await takeClient(pool);
  let locked = false;
  try {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_lock($1) AS locked", [
      LOCK,
    ]);
    locked = rows[0]?.locked === true;
    if (!locked) throw new Busy("Another rebuild or verification is running; wait until it is done.");
    return await work();
  } finally {
    if (locked) locked = await client.query("SELECT pg_advisory_unlock($1)", [LOCK]).then(isFree, () => true);
    // A lock that could not be given back ends with its session.
    returnClient(client, locked);
  }
}
