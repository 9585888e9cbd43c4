import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";

/** What the machine is told. */
export type ConfirmEvent =
  /** the person confirmed; with what the form holds */
  { type: "confirm"; fields: FormData };

/** Whether the confirmation leads to another page by itself. */
export type ConfirmInput = { leadsOn: boolean };

type Context = ConfirmInput & {
  fields: FormData | null;
  /** the last refusal, until the next try; `null` when the act broke without a word */
  failure: ApiFailure | null;
};

/** How long a confirmation is read before it leads on. Milliseconds. */
export const readFor = 5_000;

/** Ask, do it, say that it is done, and lead on: every flow of one question, opened mostly from a mail. */
export const confirmMachine = setup({
  types: { context: {} as Context, events: {} as ConfirmEvent, input: {} as ConfirmInput },
  actors: {
    /** resolves to the refusal; `null` when it is done */
    act: fromPromise<ApiFailure | null, FormData | null>(() =>
      Promise.reject(new Error("act is not provided")),
    ),
  },
  actions: {
    redirect: () => {},
    "take fields": assign((_, { fields }: { fields: FormData }) => ({ fields, failure: null })),
    "keep failure": assign((_, { failure }: { failure: ApiFailure | null }) => ({ failure })),
  },
  guards: {
    "was refused": (_, { failure }: { failure: ApiFailure | null }) => failure !== null,
    "leads on": ({ context }) => context.leadsOn,
  },
  delays: { "read for": readFor },
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
        src: "act",
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
