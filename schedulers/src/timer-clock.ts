import type { Job, JobClock } from "@daybook/application/jobs/job";

/** The pause after a failed run. It is short, because the health is `degraded` until the job succeeds. */
const retryMs = 2_000;

/**
 * A job clock that uses timers in this process. It runs each job at the start, and never the same job twice at the same time.
 * It retries a failed run after two seconds, even when the job's interval is long.
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
        // The interval is from start to start, so a long run does not delay the next one.
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
