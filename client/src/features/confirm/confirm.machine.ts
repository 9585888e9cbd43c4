import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";

/** The events of the confirmation machine. */
export type ConfirmEvent =
  /** the user confirmed; with the values of the form */
  { type: "confirm"; fields: FormData };

/** Whether to continue to the next page automatically. */
export type ConfirmInput = { continuesAutomatically: boolean };

type Context = ConfirmInput & {
  fields: FormData | null;
  /** the last failure, until the next try; `null` when the action threw */
  failure: ApiFailure | null;
};

/** How long the confirmation is shown before the page continues. Milliseconds. */
export const confirmationMs = 5_000;

/** Ask, run the action, show the result, continue: for pages with one question, usually opened from an e-mail. */
export const confirmMachine = setup({
  types: { context: {} as Context, events: {} as ConfirmEvent, input: {} as ConfirmInput },
  actors: {
    /** resolves to the failure; `null` on success */
    runAction: fromPromise<ApiFailure | null, FormData | null>(() =>
      Promise.reject(new Error("runAction is not provided")),
    ),
  },
  actions: {
    redirect: () => {},
    "take fields": assign((_, { fields }: { fields: FormData }) => ({ fields, failure: null })),
    "keep failure": assign((_, { failure }: { failure: ApiFailure | null }) => ({ failure })),
  },
  guards: {
    "was refused": (_, { failure }: { failure: ApiFailure | null }) => failure !== null,
    "leads on": ({ context }) => context.continuesAutomatically,
  },
  delays: { "read for": confirmationMs },
}).createMachine({
  id: "confirm",
  context: ({ input }) => ({ ...input, fields: null, failure: null }),
  initial: "asking",
  states: {
    asking: {
      on: {
        confirm: {
          target: "working",
          actions: { type: "take fields", params: ({ event }) => ({ fields: event.fields }) },
        },
      },
    },
    working: {
      invoke: {
        src: "runAction",
        input: ({ context }) => context.fields,
        onDone: [
          {
            guard: { type: "was refused", params: ({ event }) => ({ failure: event.output }) },
            target: "failed",
            actions: { type: "keep failure", params: ({ event }) => ({ failure: event.output }) },
          },
          { target: "done" },
        ],
        onError: "failed",
      },
    },
    failed: {
      on: {
        confirm: {
          target: "working",
          actions: { type: "take fields", params: ({ event }) => ({ fields: event.fields }) },
        },
      },
    },
    done: {
      after: { "read for": { guard: "leads on", target: "redirecting" } },
    },
    redirecting: { type: "final", entry: "redirect" },
  },
});
