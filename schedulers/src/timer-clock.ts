import type { Job, JobClock } from "@daybook/application/jobs/job";

/** After an outage the health is `ok` again this soon, because it names a job whose last run failed. */
const retryMs = 2_000;

/**
 * A clock of timers in this process. It runs each job at the start, and never a job twice at a time. A failed run is
 * tried again after two seconds, however rarely the job runs.
 */
export function createTimerClock(): JobClock {
  const timers = new Map<Job, NodeJS.Timeout>();
  const running = new Map<Job, Promise<void>>();
  let stopped = false;

  return {
    start(jobs, run) {
      const runNow = async (job: Job): Promise<void> => {
        const startedAt = performance.now();
        const result = await run(job);
        running.delete(job);
        if (stopped) return;
        const everyMs = result === "failed" ? Math.min(retryMs, job.everyMs) : job.everyMs;
        // From start to start, so that a job that takes long still runs as often as it says.
        const pauseMs = Math.max(0, everyMs - (performance.now() - startedAt));
        timers.set(
          job,
          setTimeout(() => begin(job), pauseMs),
        );
      };
      const begin = (job: Job): void => void running.set(job, runNow(job));
      jobs.forEach(begin);
    },
    async stop() {
      stopped = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
}
