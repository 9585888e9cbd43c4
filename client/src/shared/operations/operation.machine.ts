import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { assign, fromPromise, setup } from "xstate";

/** How long after an answer it is asked again, and how long after a try that met none. Milliseconds. */
export const lookAgainAfter = 1_000;
/** See {@link lookAgainAfter}. */
export const tryAgainAfter = 5_000;

type Context = { operation: Operation };

/**
 * Follows an act that the server goes on with by itself, until it has ended. Nothing here stops the act; when it is not
 * asked about any more, it goes on unseen.
 */
export const operationMachine = setup({
  types: { context: {} as Context, input: {} as Context },
  actors: {
    /** resolves to how far it is; `null` when nobody here may know any more; rejects without an answer */
    ask: fromPromise<Operation | null, number>(() => Promise.reject(new Error("ask is not provided"))),
  },
  actions: {
    "take answer": assign((_, { operation }: { operation: Operation }) => ({ operation })),
  },
  guards: {
    "is unknown": (_, { operation }: { operation: Operation | null }) => operation === null,
    "goes on": (_, { operation }: { operation: Operation | null }) => operation?.status === "running",
  },
  delays: { "look again": lookAgainAfter, "try again": tryAgainAfter },
}).createMachine({
  id: "operation",
  context: ({ input }) => input,
  initial: "waiting",
  states: {
    waiting: { after: { "look again": "asking" } },
    asking: {
      invoke: {
        src: "ask",
        input: ({ context }) => context.operation.id,
        onDone: [
          {
            guard: { type: "is unknown", params: ({ event }) => ({ operation: event.output }) },
            target: "forgotten",
          },
          {
            guard: { type: "goes on", params: ({ event }) => ({ operation: event.output }) },
            target: "waiting",
            actions: {
              type: "take answer",
              params: ({ event, context }) => ({ operation: event.output ?? context.operation }),
            },
          },
          {
            target: "ended",
            actions: {
              type: "take answer",
              params: ({ event, context }) => ({ operation: event.output ?? context.operation }),
            },
          },
        ],
        onError: "unanswered",
      },
    },
    unanswered: { after: { "try again": "asking" } },
    ended: { type: "final" },
    forgotten: { type: "final" },
  },
});
