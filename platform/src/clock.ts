/** The source of the time; tests set it. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
};

/** The clock of this machine. */
export const systemClock: Clock = { now: () => Date.now() };
