import type { Application } from "@daybook/application/application";
import type { Job } from "@daybook/application/jobs/job";
import type { JobSchedule } from "@daybook/platform/jobs/job-schedule";
import type { Leases } from "@daybook/platform/postgres/leases";

/** The pause after a failed run. It is short, because the health is `degraded` until the job succeeds. */
const retryMs = 2_000;

/**
 * How an attempt to run a job ended. `skipped`: another process runs the job, or the job is not due or is paused. `interrupted`: this
 * process is stopping, and the end of the run is not recorded.
 */
export type RunResult =
  | { readonly kind: "done"; readonly tookMs: number }
  | { readonly kind: "failed"; readonly code: string }
  | { readonly kind: "skipped" | "interrupted" };

/** The dependencies of {@link runJob}. */
export type RunJobDeps = {
  readonly app: Application;
  readonly schedule: JobSchedule;
  readonly leases: Leases;
};

/** A stable code for an error. Never its message, which may quote private text. */
export function failureCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  const code = "code" in error ? error.code : undefined;
  return typeof code === "string" && /^\w{1,64}$/.test(code) ? code : error.name;
}

/**
 * Runs a job under its lease if it is due, and records how the run ended. Until then the job stays due: when this process
 * crashes, another one runs it at its next look. Rejects when the schedule or the lease cannot be reached.
 *
 * @param isForced runs it even if it is not due or is paused
 */
export async function runJob(
  { app, schedule, leases }: RunJobDeps,
  job: Job,
  stopping: AbortSignal,
  isForced = false,
): Promise<RunResult> {
  let result: RunResult = { kind: "skipped" };
  await leases.run(job.name, stopping, async (signal) => {
    const runNumber = await schedule.begin(job.name, isForced);
    if (runNumber === null) return;
    const startedAt = performance.now();
    let failureCode: string | null = null;
    try {
      await job.run(app, signal);
      signal.throwIfAborted();
    } catch (error) {
      if (stopping.aborted) {
        result = { kind: "interrupted" };
        return;
      }
      failureCode = failureCodeOf(error);
      app.logger.warn({ err: error, job: job.name }, "a job failed and will be tried again");
    }
    const tookMs = performance.now() - startedAt;
    const nextInMs = failureCode === null ? job.everyMs : Math.min(retryMs, job.everyMs);
    await schedule.end(job.name, runNumber, { tookMs, failureCode, nextInMs });
    result = failureCode === null ? { kind: "done", tookMs } : { kind: "failed", code: failureCode };
  });
  return result;
}
