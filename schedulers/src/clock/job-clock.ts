/**
 * Decides when to look for due jobs. The job schedule (the table `jobs.schedule`) decides which jobs are due, and lets only one
 * process at a time run each. So a clock may look too often, or in two processes at the same time.
 */
export type JobClock = {
  /** The time between two looks, over all processes together. */
  readonly everyMs: number;
  /** Begins to call `look`. Returns without waiting: while the server of the clock cannot be reached, the clock tries again. */
  start(look: () => Promise<void>): void;
  /** True while the clock's server cannot be reached. */
  isUnreachable(): boolean;
  /** Stops looking. Resolves when the current look has ended. */
  stop(): Promise<void>;
};
