/**
 * Decides when to look for due jobs. What is due, and that it runs once, is decided by the table of runs. So a clock may
 * look too often, or in two processes at once.
 */
export type JobClock = {
  /** The time between two looks, over all processes together. */
  readonly everyMs: number;
  /** Begins to call `look`. Returns at once, also while the clock's server is away; the clock then waits for it. */
  start(look: () => Promise<void>): void;
  /** True while the clock's server cannot be reached. */
  isAway(): boolean;
  /** Looks no more. Resolves when the current look has ended. */
  stop(): Promise<void>;
};
