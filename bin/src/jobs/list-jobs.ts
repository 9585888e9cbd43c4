import type { Job } from "@daybook/application/jobs/job";
import type { JobSchedule, JobState } from "@daybook/platform/jobs/job-schedule";
import type { Leases } from "@daybook/platform/postgres/leases";

/**
 * When the last look for due jobs was longer ago than this, the job clock does not run. The time between two looks is shorter, even
 * after a process was killed.
 */
const maxMsSinceLastLook = 30_000;
const noValue = "–";

const columns = ["job", "state", "last run", "took", "next run", "last failure"] as const;

/** A duration for people: "35 ms", "2.4 s", "3 min". */
export function describeDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  return ms < 120_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms / 60_000)} min`;
}

const describeTime = (at: number | null): string =>
  at === null ? noValue : `${new Date(at).toISOString().slice(0, 19)}Z`;

function stateOf({ isPaused, startedAt, endedAt, failures }: JobState, isLeased: boolean): string {
  const hasNoEnd = startedAt !== null && endedAt === null;
  if (hasNoEnd && isLeased) return "running";
  if (isPaused) return "paused";
  if (hasNoEnd) return "interrupted";
  return failures > 0 ? `failing (${failures})` : "waiting";
}

function cellsOf(name: string, state: JobState | undefined, isLeased: boolean): string[] {
  if (!state) return [name, "new", noValue, noValue, noValue, noValue];
  const { startedAt, endedAt, tookMs, dueAt, isPaused, failedAt, failureCode } = state;
  return [
    name,
    stateOf(state, isLeased),
    describeTime(startedAt),
    endedAt === null || tookMs === null ? noValue : describeDuration(tookMs),
    isPaused ? noValue : describeTime(dueAt),
    failureCode === null ? noValue : `${failureCode} ${describeTime(failedAt)}`,
  ];
}

/** Prints a table of the jobs, with times in UTC. Returns the exit code: 1 when the last finished run of any job failed. */
export async function listJobs(
  { schedule, leases }: { readonly schedule: JobSchedule; readonly leases: Leases },
  jobs: readonly Job[],
  printLine: (line: string) => void,
): Promise<number> {
  const [states, msSinceLastLook] = [await schedule.list(), await schedule.msSinceLastLook()];
  const isClockRunning = msSinceLastLook < maxMsSinceLastLook;
  const leasedNames = await leases.heldBySomeProcess(jobs.map(({ name }) => name));
  const byName = new Map(states.map((state) => [state.name, state]));
  const rows = [
    [...columns],
    ...jobs.map(({ name }) => cellsOf(name, byName.get(name), leasedNames.has(name))),
  ];
  const widths = columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0)));
  for (const row of rows)
    printLine(
      row
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join("  ")
        .trimEnd(),
    );
  if (!isClockRunning) {
    printLine(
      `No process has checked for due jobs for ${describeDuration(msSinceLastLook)}: Daybook is stopped, or its job clock cannot be reached.`,
    );
  }
  return jobs.some(({ name }) => (byName.get(name)?.failures ?? 0) > 0) ? 1 : 0;
}
