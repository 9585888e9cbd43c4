import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { withAnySignal } from "@daybook/platform/with-any-signal";

/** The id of the advisory lock of the indexing process. The lock ends with the connection. */
export const leaseLockId = 7_261_353;
const retryMs = 1_000;

async function runIfLeased(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  onHeldElsewhere: () => void,
): Promise<void> {
  const client = await pool.connect();
  const lostLease = new AbortController();
  const onLost = (): void => lostLease.abort();
  client.on("error", onLost).on("end", onLost);
  let isHeld = false;
  try {
    const { rows } = await client.query<{ held: boolean }>("SELECT pg_try_advisory_lock($1) AS held", [
      leaseLockId,
    ]);
    isHeld = rows[0]?.held === true;
    if (isHeld) await withAnySignal([signal, lostLease.signal], work);
    else onHeldElsewhere();
  } finally {
    client.off("error", onLost).off("end", onLost);
    // When this process holds the lease, `true` closes the connection, which ends the lease.
    client.release(isHeld);
  }
}

/**
 * Runs `work` in one process at a time. Starts it again when it ended, failed or lost the lease, until the signal aborts.
 *
 * @param onError gets each error of the work, and a failure to connect. A connection lost later only aborts the work.
 * @param onHeldElsewhere called every second while another process has the lease
 */
export async function underLease(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
  onHeldElsewhere: () => void = () => {},
): Promise<void> {
  while (!signal.aborted) {
    await runIfLeased(pool, signal, work, onHeldElsewhere).catch(onError);
    await sleep(retryMs, undefined, { signal }).catch(() => {});
  }
}
