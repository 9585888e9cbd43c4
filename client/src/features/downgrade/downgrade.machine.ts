import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";
import { operationMachine } from "../../shared/operations/operation.machine.ts";
import {
  type DetailsResult,
  type DowngradeContext,
  type DowngradeEvent,
  type DowngradeInput,
  type DowngradeKind,
  type DowngradeSubmission,
  isComplete,
  type StartResult,
  type TypedFields,
} from "./downgrade-values.ts";

/** How long the success is shown before the page continues. Milliseconds. */
export const successMs = 8_000;

const kindOf = ({ context }: { context: DowngradeContext }) => ({ kind: context.kind });
const failureOf = (result: { readonly ok: true } | ApiFailure) => ({ failure: result.ok ? null : result });

/**
 * Downgrading: explain, offer, confirm by typing a word, follow the operation of the server to its end, continue at the login. Every
 * failure leads back to the form, which keeps what was typed. Without an answer, only the same downgrade can be sent again.
 */
export const downgradeMachine = setup({
  types: { context: {} as DowngradeContext, events: {} as DowngradeEvent, input: {} as DowngradeInput },
  actors: {
    loadDetails: fromPromise<DetailsResult, DowngradeKind>(() =>
      Promise.reject(new Error("loadDetails is not provided")),
    ),
    start: fromPromise<StartResult, DowngradeSubmission | null>(() =>
      Promise.reject(new Error("start is not provided")),
    ),
    follow: operationMachine,
  },
  actions: {
    /** shows the form that renews at the price of the offer */
    "open renewal": () => {},
    /** the server has ended all sessions; after a change to PRO, the session gets the new plan */
    "update session": (_args, _params: { kind: DowngradeKind }) => {},
    /** goes to the log-in, or after a change to PRO to Plans & Billing */
    redirect: (_args, _params: { kind: DowngradeKind }) => {},
    "set fields": assign(({ context }, { fields }: { fields: Partial<TypedFields> }) => ({
      fields: { ...context.fields, ...fields },
    })),
    "set kind": assign((_, { kind }: { kind: DowngradeKind }) => ({ kind, failure: null })),
    "set details": assign((_, { result }: { result: DetailsResult }) => ({
      details: result.ok ? result.details : null,
      failure: null,
    })),
    "set submission": assign(({ context: { kind, fields } }, { key }: { key: string }) => ({
      submission: { kind, fields, key },
      failure: null,
      hasStopped: false,
    })),
    "set operation": assign((_, { operation }: { operation: Operation | null }) => ({ operation })),
    "set failure": assign((_, { failure }: { failure: ApiFailure | null }) => ({ failure })),
    "note that it stopped": assign({ hasStopped: true }),
    "forget password": assign(({ context }) => ({
      fields: { ...context.fields, password: "" },
      submission: null,
    })),
  },
  guards: {
    "has details": (_, { result }: { result: DetailsResult }) => result.ok,
    "is complete": ({ context }) => isComplete(context),
    "is accepted": (_, { result }: { result: StartResult }) => result.ok,
    "is unknown": (_, { result }: { result: StartResult }) =>
      !result.ok && (result.status === 0 || result.status >= 500),
    /** A repeat finds no session when the first request succeeded, because that ended the session, and only its answer was lost. */
    "session has ended": ({ context }, { result }: { result: StartResult }) =>
      !result.ok && result.status === 401 && context.kind !== "loggedOut",
    "is done": (_, { operation }: { operation: Operation | null }) => operation?.status === "done",
    "has failed": (_, { operation }: { operation: Operation | null }) => operation?.status === "failed",
  },
  delays: { "reading time": successMs },
}).createMachine({
  id: "downgrade",
  context: ({ input }) => ({
    kind: input.kind,
    fields: { email: "", password: "", word: "", comments: "", ...input.fields },
    details: null,
    submission: null,
    operation: null,
    failure: null,
    hasStopped: false,
  }),
  initial: "explaining",
  on: {
    typed: { actions: { type: "set fields", params: ({ event }) => ({ fields: event.fields }) } },
  },
  states: {
    explaining: {
      invoke: {
        src: "loadDetails",
        input: ({ context }) => context.kind,
        onDone: [
          {
            guard: { type: "has details", params: ({ event }) => ({ result: event.output }) },
            target: "confirming",
            actions: { type: "set details", params: ({ event }) => ({ result: event.output }) },
          },
          {
            target: "unexplained",
            actions: { type: "set failure", params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: "unexplained",
      },
    },
    unexplained: {
      on: { again: "explaining" },
    },
    confirming: {
      on: {
        "kind.chosen": { actions: { type: "set kind", params: ({ event }) => ({ kind: event.kind }) } },
        "offer.claimed": "claimed",
        downgrade: {
          guard: "is complete",
          target: "starting",
          actions: { type: "set submission", params: ({ event }) => ({ key: event.key }) },
        },
      },
    },
    starting: {
      invoke: {
        src: "start",
        input: ({ context }) => context.submission,
        onDone: [
          {
            guard: { type: "is accepted", params: ({ event }) => ({ result: event.output }) },
            target: "running",
            actions: {
              type: "set operation",
              params: ({ event }) => ({ operation: event.output.ok ? event.output.operation : null }),
            },
          },
          {
            guard: { type: "is unknown", params: ({ event }) => ({ result: event.output }) },
            target: "unknown",
            actions: { type: "set failure", params: ({ event }) => failureOf(event.output) },
          },
          {
            guard: { type: "session has ended", params: ({ event }) => ({ result: event.output }) },
            target: "sessionEnded",
          },
          {
            target: "confirming",
            actions: { type: "set failure", params: ({ event }) => failureOf(event.output) },
          },
        ],
        onError: "unknown",
      },
    },
    unknown: { on: { again: "starting" } },
    running: {
      invoke: {
        src: "follow",
        input: ({ context }) => ({ operation: context.operation! }),
        onSnapshot: {
          actions: {
            type: "set operation",
            params: ({ event }) => ({ operation: event.snapshot.context.operation }),
          },
        },
        onDone: [
          {
            guard: { type: "is done", params: ({ event }) => ({ operation: event.output }) },
            target: "done",
          },
          {
            guard: { type: "has failed", params: ({ event }) => ({ operation: event.output }) },
            target: "confirming",
            actions: "note that it stopped",
          },
          // The operation cannot be read any more: the same downgrade, sent again, finds it.
          { target: "unknown" },
        ],
      },
    },
    done: {
      entry: ["forget password", { type: "update session", params: kindOf }],
      after: { "reading time": "redirected" },
    },
    sessionEnded: { type: "final", entry: { type: "update session", params: { kind: "signedIn" } } },
    claimed: { type: "final", entry: "open renewal" },
    redirected: { type: "final", entry: { type: "redirect", params: kindOf } },
  },
});
