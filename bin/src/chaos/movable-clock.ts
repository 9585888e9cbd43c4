import type { Clock } from "@daybook/platform/clock";

/** A clock that a chaos run moves ahead of this machine's. */
export type MovableClock = Clock & {
  moveAhead(ms: number): void;
  /** The Node options that give a new process the current time of this clock. They replace `Date.now`. */
  nodeOptions(): readonly string[];
};

/** Creates a clock with the time of this machine. */
export function createMovableClock(): MovableClock {
  let aheadMs = 0;
  return {
    now: () => Date.now() + aheadMs,
    moveAhead(ms) {
      aheadMs += Math.round(ms);
    },
    nodeOptions() {
      const program = `const now = Date.now; Date.now = () => now() + ${aheadMs};`;
      return ["--import", `data:text/javascript,${encodeURIComponent(program)}`];
    },
  };
}
