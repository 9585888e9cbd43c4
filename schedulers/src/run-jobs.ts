import type { Application } from "@daybook/application/application";
import type { Job, JobClock, RunResult } from "@daybook/application/jobs/job";
import type { Leases } from "@daybook/platform/postgres/leases";

/** The dependencies of {@link runJobs}. */
export type RunningJobsDeps = {
  readonly app: Application;
  readonly jobs: readonly Job[];
  readonly clock: JobClock;
  readonly leases: Leases;
};

/** Jobs that run until they are stopped. */
export type RunningJobs = {
  /** True while the last run of a job failed. */
  failing(): boolean;
  /** Asks running jobs to stop, and waits for them. */
  stop(): Promise<void>;
};

/** Runs jobs at the times of the clock, each with a lease under its name. A failed run is logged, and tried again. */
export function runJobs({ app, jobs, clock, leases }: RunningJobsDeps): RunningJobs {
  const stopping = new AbortController();
  const failed = new Set<string>();

  async function run(job: Job): Promise<RunResult> {
    try {
      await leases.run(job.name, stopping.signal, (signal) => job.run(app, signal));
      failed.delete(job.name);
      return "done";
    } catch (error) {
      if (stopping.signal.aborted) return "done";
      failed.add(job.name);
      app.logger.warn({ err: error, job: job.name }, "a job failed and will be tried again");
      return "failed";
    }
  }

  clock.start(jobs, run);
  return {
    failing: () => failed.size > 0,
    async stop() {
      stopping.abort();
      await clock.stop();
      await leases.close();
    },
  };
}
