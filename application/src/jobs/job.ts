import type { Application } from "../application.ts";

/** Periodic work of the schedulers. Only one process runs it at a time. */
export type Job = {
  /** Names the job in logs, in its lease, in the table `jobs.schedule` and for `npm run jobs`. */
  readonly name: string;
  /** How often it runs, in milliseconds, from start to start. */
  readonly everyMs: number;
  /**
   * Does what is due. It stops early when the signal is aborted; the next run continues. A run whose process died is
   * repeated, so the job must itself record what may happen only once.
   */
  run(app: Application, signal: AbortSignal): Promise<void>;
};
