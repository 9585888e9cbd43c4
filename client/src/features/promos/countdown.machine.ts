import { assign, setup } from "xstate";

/** When something ends, in milliseconds since 1970, and the wall clock. */
export type CountdownInput = { readonly endsAt: number; readonly now: () => number };

/** How often the time that is left is read from the clock, in milliseconds. */
const tickMs = 1_000;

const leftOf = ({ endsAt, now }: CountdownInput): number => Math.max(0, endsAt - now());

/**
 * Counts down to the end of a promotion. The time that is left is read from the wall clock, so the countdown is right again after
 * the computer slept. A countdown that is over stays over, even if the clock is set back.
 */
export const countdownMachine = setup({
  types: { context: {} as CountdownInput & { leftMs: number }, input: {} as CountdownInput },
  actions: {
    "read the clock": assign(({ context }) => ({ leftMs: leftOf(context) })),
  },
  guards: { "is over": ({ context }) => leftOf(context) === 0 },
  delays: { tick: tickMs },
}).createMachine({
  id: "countdown",
  context: ({ input }) => ({ ...input, leftMs: leftOf(input) }),
  initial: "running",
  states: {
    running: {
      entry: "read the clock",
      always: { guard: "is over", target: "over" },
      after: { tick: { target: "running", reenter: true } },
    },
    over: { entry: "read the clock" },
  },
});
