import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";

/** The events of the confirmation machine. */
export type ConfirmEvent =
  /** the user confirmed; `fields` has the values of the form */
  { type: "confirmed"; fields: FormData };

/** The input of the machine. */
export type ConfirmInput = {
  /** whether to continue to the next page automatically */
  continuesAutomatically: boolean;
  /** true when the URL cannot be right; then there is nothing to ask */
  isLinkMalformed: boolean;
};

type Context = ConfirmInput & {
  fields: FormData | null;
  /** the last failure, until the next try; `null` when the action threw */
  failure: ApiFailure | null;
};

/** How long the success is shown before the page continues. Milliseconds. */
export const successMs = 5_000;

type Failure = { failure: ApiFailure | null };

/** The status codes of the API for a link whose ids or slug are malformed or do not exist. */
const invalidLinkStatuses: readonly number[] = [400, 404];

/**
 * For pages with one question, usually opened from an e-mail: asks, runs the action, shows that it is done, and may continue to the
 * next page.
 */
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
    "keep failure": assign((_, { failure }: Failure) => ({ failure })),
  },
  guards: {
    "link is malformed": ({ context }) => context.isLinkMalformed,
    "link is invalid": (_, { failure }: Failure) =>
      failure !== null && invalidLinkStatuses.includes(failure.status),
    "has failed": (_, { failure }: Failure) => failure !== null,
    "continues automatically": ({ context }) => context.continuesAutomatically,
  },
  delays: { "reading time": successMs },
}).createMachine({
  id: "confirm",
  context: ({ input }) => ({ ...input, fields: null, failure: null }),
  initial: "opening",
  states: {
    opening: { always: [{ guard: "link is malformed", target: "invalidLink" }, { target: "asking" }] },
    asking: {
      on: {
        confirmed: {
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
            guard: { type: "link is invalid", params: ({ event }) => ({ failure: event.output }) },
            target: "invalidLink",
          },
          {
            guard: { type: "has failed", params: ({ event }) => ({ failure: event.output }) },
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
        confirmed: {
          target: "working",
          actions: { type: "take fields", params: ({ event }) => ({ fields: event.fields }) },
        },
      },
    },
    invalidLink: { type: "final" },
    done: {
      after: { "reading time": { guard: "continues automatically", target: "redirected" } },
    },
    redirected: { type: "final", entry: "redirect" },
  },
});
