/** Where the time comes from, so that tests need not wait. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
};

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
