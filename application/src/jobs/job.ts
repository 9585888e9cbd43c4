import type { Application } from "../application.ts";

/** Periodic work. Any process may run it, but only one at a time. */
export type Job = {
  /** Names the job in logs and its lease. */
  readonly name: string;
  /** It runs at the start and then this often, in milliseconds. */
  readonly everyMs: number;
  /** Does what is due. It stops early when the signal is aborted; the next run continues. */
  run(app: Application, signal: AbortSignal): Promise<void>;
};

/** How a run of a job ended. */
export type RunResult = "done" | "failed";

/** Decides when jobs run. */
export type JobClock = {
  /** Calls `run` for each job at its interval, and sooner after a failed run, until {@link JobClock.stop}. */
  start(jobs: readonly Job[], run: (job: Job) => Promise<RunResult>): void;
  /** Starts no more runs. Resolves when the current ones have ended. */
  stop(): Promise<void>;
};
