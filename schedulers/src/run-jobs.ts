import { setMaxListeners } from "node:events";
import type { Job } from "@daybook/application/jobs/job";
import type { JobClock } from "./clock/job-clock.ts";
import { runJob, type RunJobDeps } from "./run-job.ts";

/** The pause after the database failed. */
const retryMs = 2_000;

/** The dependencies of {@link runJobs}. */
export type RunningJobsDeps = RunJobDeps & {
  readonly jobs: readonly Job[];
  readonly clock: JobClock;
};

/** Jobs that run until they are stopped. */
export type RunningJobs = {
  /** True while the clock cannot be reached, due jobs cannot be read, or the last run of a job that is not paused failed. */
  isFailing(): Promise<boolean>;
  /** Asks running jobs to stop, and waits for them. */
  stop(): Promise<void>;
};

/**
 * Runs jobs when they are due. Each look of the clock begins what is due now, and sets timers for what is due before the next
 * look. One more look comes at the start, because the clock's first look may take time.
 */
export function runJobs(deps: RunningJobsDeps): RunningJobs {
  const { app, jobs, clock, schedule, leases } = deps;
  const stopping = new AbortController();
  // Every running job listens to this signal. Without this line, Node warns that many listeners may be a leak.
  setMaxListeners(0, stopping.signal);
  const names = jobs.map(({ name }) => name);
  const timers = new Map<string, NodeJS.Timeout>();
  const runningJobs = new Map<string, Promise<void>>();
  let isLookFailing = false;
  let retryTimer: NodeJS.Timeout | undefined;

  /**
   * Looks again after a short pause. After an outage of the database, the next look of the clock may be late, and until then the health
   * would stay `degraded`.
   */
  function lookAgainSoon(): void {
    clearTimeout(retryTimer);
    if (!stopping.signal.aborted) retryTimer = setTimeout(() => void look(), retryMs);
  }

  async function run(job: Job): Promise<void> {
    try {
      await runJob(deps, job, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) return;
      app.logger.warn({ err: error, job: job.name }, "the run of a job could not be begun or recorded");
      lookAgainSoon();
    }
  }

  function begin(job: Job): void {
    timers.delete(job.name);
    if (stopping.signal.aborted || runningJobs.has(job.name)) return;
    runningJobs.set(
      job.name,
      run(job).finally(() => runningJobs.delete(job.name)),
    );
  }

  /** Sets the timer of a job, or begins the job when it is due now. With `undefined` the job is not due soon and gets no timer. */
  function setTimer(job: Job, inMs: number | undefined): void {
    clearTimeout(timers.get(job.name));
    timers.delete(job.name);
    if (inMs === undefined || stopping.signal.aborted) return;
    if (inMs <= 0) begin(job);
    else timers.set(job.name, setTimeout(begin, Math.ceil(inMs), job));
  }

  async function look(): Promise<void> {
    if (stopping.signal.aborted) return;
    try {
      const dueJobs = await schedule.dueSoon(names, clock.everyMs);
      for (const job of jobs) setTimer(job, dueJobs.find(({ name }) => name === job.name)?.inMs);
      isLookFailing = false;
    } catch (error) {
      if (!isLookFailing) {
        app.logger.warn({ err: error }, "due jobs could not be read; they will be looked for again");
      }
      isLookFailing = true;
      lookAgainSoon();
    }
  }

  const firstLook = look();
  clock.start(look);
  return {
    async isFailing() {
      return clock.isUnreachable() || isLookFailing || (await schedule.isFailing(names));
    },
    async stop() {
      stopping.abort();
      clearTimeout(retryTimer);
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([firstLook, clock.stop()]);
      await Promise.all(runningJobs.values());
      await leases.close();
    },
  };
}
