import { setTimeout as sleep } from "node:timers/promises";
import type { Clock } from "@daybook/platform/clock";
import type pg from "pg";
import { type InterruptedWork, hasNewOpenWork } from "./interrupted-work.ts";

const pollMs = 3;
/** The longest time from the beginning of the job or of the work to the kill. */
const longestDelayMs = { renewals: 250, work: 60 };
/** How long after a start to wait for the job or for new work. */
const longestWaitMs = 3_000;
const renewalJob = "renew-memberships";

/** What {@link createKillMoments} needs. */
export type KillMomentsOptions = {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly random: () => number;
  readonly signal: AbortSignal;
  readonly interrupted: InterruptedWork;
};

/** Finds the moments at which a starting product is killed. */
export function createKillMoments({ pool, clock, random, signal, interrupted }: KillMomentsOptions) {
  const pause = (ms: number) => sleep(ms, undefined, { signal });

  async function countRenewalRuns(): Promise<number> {
    const { rows } = await pool.query<{ runs: number }>(
      "SELECT runs::int AS runs FROM jobs.schedule WHERE name = $1",
      [renewalJob],
    );
    return rows[0]?.runs ?? 0;
  }

  async function areRenewalsDue(): Promise<boolean> {
    const { rowCount } = await pool.query("SELECT FROM payments.renewals WHERE due_at <= $1 LIMIT 1", [
      new Date(clock.now()),
    ]);
    return rowCount === 1;
  }

  async function waitUntil(isReached: () => Promise<boolean>, timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    while (performance.now() < deadline && !(await isReached())) await pause(pollMs);
  }

  return {
    /**
     * Chooses when to kill a product that is not started yet. Returns a function that waits for that moment: shortly after
     * the job that renews memberships has begun (it begins at the end of a start), shortly after new work such as a purchase or a
     * downgrade has begun, or after 0.7 to 2 times the duration of a start.
     *
     * @param startMs how long a start takes. When no job or work begins within {@link longestWaitMs} after a start, the wait ends.
     */
    async choose(startMs: number): Promise<() => Promise<void>> {
      const timeoutMs = startMs + longestWaitMs;
      const choice = random();
      if (choice < 0.8 && (await areRenewalsDue())) {
        const runs = await countRenewalRuns();
        return async () => {
          await waitUntil(async () => (await countRenewalRuns()) > runs, timeoutMs);
          await pause(random() * longestDelayMs.renewals);
        };
      }
      if (choice < 0.8) {
        return async () => {
          await waitUntil(() => hasNewOpenWork(pool, interrupted), timeoutMs);
          await pause(random() * longestDelayMs.work);
        };
      }
      return () => pause(startMs * (0.7 + random() * 1.3));
    },
  };
}
