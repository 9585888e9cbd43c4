import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";

/** Who holds this in PostgreSQL is the one that indexes; it ends with the connection. */
const LEASE = 7_261_353;
const tryEvery = 1_000;

async function hold(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  const lost = new AbortController();
  const onLost = (): void => lost.abort();
  client.on("error", onLost).on("end", onLost);
  let held = false;
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [
      LEASE,
    ]);
    held = rows[0]?.held === true;
    if (held) await work(AbortSignal.any([signal, lost.signal]));
  } finally {
    client.off("error", onLost).off("end", onLost);
    // A lease that was held ends with its connection, which nobody else is given.
    client.release(held);
  }
}

/** Runs `work` while no other process does, again whenever the lease was lost, until the signal aborts. */
export async function underLease(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    await hold(pool, signal, work).catch(() => {});
    await sleep(tryEvery, undefined, { signal }).catch(() => {});
  }
}
