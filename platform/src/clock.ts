/** Tells the current time; tests set this time. It is not the job clock, which wakes the schedulers. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
};

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
