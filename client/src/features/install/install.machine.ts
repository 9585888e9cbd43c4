import { fromPromise, setup } from "xstate";

/** The browser's install prompt, held back until the user asks for it. */
export type InstallPrompt = { prompt(): Promise<unknown> };

/** The events of the install machine. */
export type InstallEvent = { type: "close" } | { type: "install" };

/** The wall clock, and the time until which the banner is hidden (`null` if it never was). Milliseconds since 1970. */
export type InstallInput = { now: () => number; hiddenUntil: () => number | null };

const dayMs = 24 * 3_600_000;

/** How long the banner stays hidden. */
export const hiddenForMs = { closed: 15 * dayMs, clicked: 90 * dayMs } as const;

/** The install banner, for one install prompt of the browser. */
export const installMachine = setup({
  types: { context: {} as InstallInput, events: {} as InstallEvent, input: {} as InstallInput },
  actors: {
    prompt: fromPromise<unknown, void>(() => Promise.reject(new Error("prompt is not provided"))),
  },
  actions: {
    /** stores until when the banner is hidden */
    hide: (_action, _params: { until: number }) => {},
    /** tracks what the user did */
    track: (_action, _params: { event: "Install Banner Click" | "Install Banner Close" }) => {},
  },
  guards: {
    // A time further ahead than the longest interval means that the clock was set back.
    "is hidden": ({ context: { now, hiddenUntil } }) => {
      const remaining = (hiddenUntil() ?? 0) - now();
      return remaining > 0 && remaining <= hiddenForMs.clicked;
    },
  },
}).createMachine({
  id: "install",
  context: ({ input }) => input,
  initial: "deciding",
  states: {
    deciding: { always: [{ guard: "is hidden", target: "over" }, { target: "visible" }] },
    visible: {
      on: {
        close: {
          target: "over",
          actions: [
            { type: "hide", params: ({ context }) => ({ until: context.now() + hiddenForMs.closed }) },
            { type: "track", params: { event: "Install Banner Close" } },
          ],
        },
        install: {
          target: "prompting",
          actions: [
            { type: "hide", params: ({ context }) => ({ until: context.now() + hiddenForMs.clicked }) },
            { type: "track", params: { event: "Install Banner Click" } },
          ],
        },
      },
    },
    prompting: { invoke: { src: "prompt", onDone: "over", onError: "over" } },
    over: { type: "final" },
  },
});
