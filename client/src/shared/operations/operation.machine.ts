import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { assign, fromPromise, setup } from "xstate";

/** How long to wait before the first poll and after a reply, in milliseconds. */
export const pollIntervalMs = 1_000;
/** How long to wait after a failed poll, in milliseconds. */
export const retryDelayMs = 5_000;

type Context = { operation: Operation };

/** Polls a background operation of the server until it has ended. Stopping the machine does not stop the operation. */
export const operationMachine = setup({
  types: { context: {} as Context, input: {} as Context, output: {} as Operation | null },
  actors: {
    /** resolves to the operation, or to `null` when the user may no longer see it; rejects after any other failure */
    poll: fromPromise<Operation | null, number>(() => Promise.reject(new Error("poll is not provided"))),
  },
  actions: {
    "store operation": assign((_, { operation }: { operation: Operation }) => ({ operation })),
  },
  guards: {
    "is inaccessible": (_, { operation }: { operation: Operation | null }) => operation === null,
    "is running": (_, { operation }: { operation: Operation | null }) => operation?.status === "running",
  },
  delays: { "poll interval": pollIntervalMs, "retry delay": retryDelayMs },
}).createMachine({
  id: "operation",
  context: ({ input }) => input,
  initial: "waiting",
  states: {
    waiting: { after: { "poll interval": "polling" } },
    polling: {
      invoke: {
        src: "poll",
        input: ({ context }) => context.operation.id,
        onDone: [
          {
            guard: { type: "is inaccessible", params: ({ event }) => ({ operation: event.output }) },
            target: "inaccessible",
          },
          {
            guard: { type: "is running", params: ({ event }) => ({ operation: event.output }) },
            target: "waiting",
            actions: {
              type: "store operation",
              params: ({ event, context }) => ({ operation: event.output ?? context.operation }),
            },
          },
          {
            target: "ended",
            actions: {
              type: "store operation",
              params: ({ event, context }) => ({ operation: event.output ?? context.operation }),
            },
          },
        ],
        onError: "unreachable",
      },
    },
    unreachable: { after: { "retry delay": "polling" } },
    ended: { type: "final", output: ({ context }) => context.operation },
    inaccessible: { type: "final", output: null },
  },
  /** the operation as it ended, or `null` when the user may no longer see it */
  output: ({ event }) => event.output as Operation | null,
});
