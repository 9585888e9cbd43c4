import { assign, fromPromise, setup } from "xstate";
import type { OpenPurchase } from "./open-purchase.ts";

/**
 * What became of a purchase whose page was closed before the answer. `open`: not known yet. `not found`: the server does not know the
 * purchase. `of a visitor`: nobody is logged in, so the server is not asked.
 */
export type EarlierOutcome =
  | { readonly state: "paid"; readonly description: string }
  | { readonly state: "declined"; readonly message: string }
  | { readonly state: "open" | "not charged" | "not found" | "of a visitor" };

const longestPauseMs = 30_000;
/** The pauses between the questions to the server, in milliseconds. The last one repeats. */
const pauses = [2_000, 4_000, 8_000, 15_000, longestPauseMs] as const;

type Context = {
  /** the purchase whose answer was not shown yet; `null` when there is none */
  readonly purchase: OpenPurchase | null;
  /** `null` until the first question has ended; also `open` when the server did not answer the last question */
  readonly outcome: EarlierOutcome | null;
  /** how often the server was asked */
  readonly questionCount: number;
};

/** Asks for the result of an earlier purchase until it is known. The form can be used during this time. */
export const earlierPurchaseMachine = setup({
  types: { context: {} as Context, input: {} as Pick<Context, "purchase"> },
  actors: {
    /** rejects when the server gives no answer */
    findOutcome: fromPromise<EarlierOutcome, OpenPurchase | null>(() =>
      Promise.reject(new Error("findOutcome is not provided")),
    ),
  },
  actions: {
    "set outcome": assign((_, { outcome }: { outcome: EarlierOutcome }) => ({ outcome })),
    "count question": assign(({ context }) => ({ questionCount: context.questionCount + 1 })),
  },
  guards: {
    "has a purchase": ({ context }) => context.purchase !== null,
    "is open": (_, { outcome }: { outcome: EarlierOutcome }) => outcome.state === "open",
  },
  delays: {
    "next question": ({ context }) => pauses[context.questionCount - 1] ?? longestPauseMs,
  },
}).createMachine({
  id: "earlierPurchase",
  context: ({ input }) => ({ ...input, outcome: null, questionCount: 0 }),
  initial: "deciding",
  states: {
    deciding: { always: [{ guard: "has a purchase", target: "asking" }, { target: "nothing" }] },
    nothing: {},
    asking: {
      entry: "count question",
      invoke: {
        src: "findOutcome",
        input: ({ context }) => context.purchase,
        onDone: [
          {
            guard: { type: "is open", params: ({ event }) => ({ outcome: event.output }) },
            target: "waiting",
            actions: { type: "set outcome", params: ({ event }) => ({ outcome: event.output }) },
          },
          {
            target: "answered",
            actions: { type: "set outcome", params: ({ event }) => ({ outcome: event.output }) },
          },
        ],
        onError: {
          target: "waiting",
          actions: { type: "set outcome", params: { outcome: { state: "open" } } },
        },
      },
    },
    waiting: { after: { "next question": "asking" } },
    answered: {},
  },
});
