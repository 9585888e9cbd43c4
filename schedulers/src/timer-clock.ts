import type { JobClock } from "@daybook/application/jobs/job";

/** A clock of timers in this process. It runs each job at the start, and never a job twice at a time. */
export function createTimerClock(): JobClock {
  const timers: NodeJS.Timeout[] = [];
  const running = new Map<string, Promise<void>>();

  return {
    start(jobs, run) {
      for (const job of jobs) {
        const runOnce = (): void => {
          if (running.has(job.name)) return;
          running.set(
            job.name,
            run(job).finally(() => running.delete(job.name)),
          );
        };
        runOnce();
        timers.push(setInterval(runOnce, job.everyMs));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running.values());
    },
  };
}
