/**
 * Decides when to look for due jobs. The table of runs decides what is due, and makes sure that it runs once. So a clock may look
 * too often, or in two processes at once.
 */
export type JobClock = {
  /** The time between two looks, over all processes together. */
  readonly everyMs: number;
  /** Begins to call `look`. Returns at once. While the server of the clock cannot be reached, the clock waits for it. */
  start(look: () => Promise<void>): void;
  /** True while the clock's server cannot be reached. */
  isUnreachable(): boolean;
  /** Stops looking. Resolves when the current look has ended. */
  stop(): Promise<void>;
};
