import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { assign, fromPromise, setup } from "xstate";

/** How long to wait before polling again, in milliseconds: after a reply, and after a failed request. */
export const pollIntervalMs = 1_000;
/** See {@link pollIntervalMs}. */
export const retryDelayMs = 5_000;

type Context = { operation: Operation };

/** Polls a background operation of the server until it has ended. Stopping the machine does not stop the operation. */
export const operationMachine = setup({
  types: { context: {} as Context, input: {} as Context },
  actors: {
    /** resolves to the operation; `null` when this user may no longer see it; rejects without a reply */
    ask: fromPromise<Operation | null, number>(() => Promise.reject(new Error("ask is not provided"))),
  },
  actions: {
    "take answer": assign((_, { operation }: { operation: Operation }) => ({ operation })),
  },
  guards: {
    "is unknown": (_, { operation }: { operation: Operation | null }) => operation === null,
    "is running": (_, { operation }: { operation: Operation | null }) => operation?.status === "running",
  },
  delays: { "look again": pollIntervalMs, "try again": retryDelayMs },
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
            guard: { type: "is running", params: ({ event }) => ({ operation: event.output }) },
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
