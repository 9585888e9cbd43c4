import type { Operation } from "@daybook/domain/contract/entry-bulk";
import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure } from "../../shared/api-client.ts";
import { operationMachine } from "../../shared/operations/operation.machine.ts";
import {
  afterFinding,
  answerOf,
  downgradeGuards,
  type EarlierParams,
  endOf,
  resultOf,
  setDetails,
  setFailure,
  setStartedOperation,
  withEarlier,
} from "./downgrade-steps.ts";
import type {
  DetailsResult,
  DowngradeContext,
  DowngradeEvent,
  DowngradeInput,
  DowngradeKind,
  DowngradeSubmission,
  EarlierDowngrade,
  StartResult,
  TypedFields,
} from "./downgrade-values.ts";

/** How long the success is shown before the page continues. Milliseconds. */
export const successMs = 8_000;

const kindOf = ({ context }: { context: DowngradeContext }) => ({ kind: context.kind });

/**
 * Runs a downgrade. First looks for an earlier downgrade, which was sent before the page was opened. If none is running or done,
 * explains what changes, asks the user to type a word as confirmation, and sends the downgrade. Then follows the server's operation to
 * its end. After a refusal or a failed operation, the form keeps what was typed. While the outcome of a request is unknown (no answer,
 * or a 5xx), only the same downgrade can be sent again.
 */
export const downgradeMachine = setup({
  types: { context: {} as DowngradeContext, events: {} as DowngradeEvent, input: {} as DowngradeInput },
  actors: {
    /** looks for a downgrade that was sent before the page was opened */
    findEarlier: fromPromise<EarlierDowngrade, void>(() =>
      Promise.reject(new Error("findEarlier is not provided")),
    ),
    loadDetails: fromPromise<DetailsResult, DowngradeKind>(() =>
      Promise.reject(new Error("loadDetails is not provided")),
    ),
    start: fromPromise<StartResult, DowngradeSubmission | null>(() =>
      Promise.reject(new Error("start is not provided")),
    ),
    follow: operationMachine,
  },
  actions: {
    /** opens the renewal page with the promo code of the offer */
    "open renewal": () => {},
    /**
     * After a downgrade to the basic plan, the server has ended all sessions of the account. This logs out the browser if its session
     * was one of them. After a downgrade to PRO, this refreshes the session, so that the session has the new plan.
     */
    "update session": (_args, _params: { kind: DowngradeKind }) => {},
    /** goes to the next page */
    redirect: (_args, _params: { kind: DowngradeKind }) => {},
    "set fields": assign(({ context }, { fields }: { fields: Partial<TypedFields> }) => ({
      fields: { ...context.fields, ...fields },
    })),
    "set earlier": assign((_, { earlier }: EarlierParams) => withEarlier(earlier)),
    "set kind": assign((_, { kind }: { kind: DowngradeKind }) => ({ kind, failure: null })),
    "set details": assign((_, { result }: { result: DetailsResult }) => ({
      details: result.ok ? result.details : null,
      failure: null,
    })),
    "set submission": assign(({ context: { kind, fields } }, { key }: { key: string }) => ({
      submission: { kind, fields, key },
      failure: null,
      hasStopped: false,
      unansweredSince: null,
    })),
    "set operation": assign((_, { operation }: { operation: Operation | null }) => ({ operation })),
    "set failure": assign((_, { failure }: { failure: ApiFailure | null }) => ({ failure })),
    "note that the downgrade stopped": assign({ hasStopped: true }),
    /** removes the downgrade that this browser has stored */
    "forget earlier": () => {},
    "forget password": assign(({ context }) => ({
      fields: { ...context.fields, password: "" },
      submission: null,
    })),
  },
  guards: downgradeGuards,
  delays: { "reading time": successMs },
}).createMachine({
  id: "downgrade",
  context: ({ input }) => ({
    // A placeholder, until the search for an earlier downgrade knows who opened the page.
    kind: "loggedOut",
    fields: { email: "", password: "", word: "", comments: "", ...input.fields },
    details: null,
    submission: null,
    operation: null,
    failure: null,
    hasStopped: false,
    unansweredSince: null,
  }),
  initial: "finding",
  on: {
    typed: { actions: { type: "set fields", params: ({ event }) => ({ fields: event.fields }) } },
  },
  states: {
    finding: {
      invoke: {
        src: "findEarlier",
        onDone: afterFinding,
        onError: "loadFailed",
      },
    },
    explaining: {
      invoke: {
        src: "loadDetails",
        input: ({ context }) => context.kind,
        onDone: [
          { guard: { type: "has details", params: resultOf }, target: "confirming", actions: setDetails },
          { target: "loadFailed", actions: setFailure },
        ],
        onError: "loadFailed",
      },
    },
    /** the earlier downgrade or the details could not be loaded */
    loadFailed: { on: { again: "finding" } },
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
            guard: { type: "is accepted", params: answerOf },
            target: "running",
            actions: setStartedOperation,
          },
          { guard: { type: "is unknown", params: answerOf }, target: "unknown", actions: setFailure },
          { guard: { type: "session has ended", params: answerOf }, target: "sessionEnded" },
          { target: "confirming", actions: setFailure },
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
          { guard: { type: "is done", params: endOf }, target: "done" },
          {
            guard: { type: "has failed", params: endOf },
            target: "explaining",
            actions: ["note that the downgrade stopped", "forget earlier"],
          },
          // The operation cannot be read any more. If this page sent the downgrade, the user can send the same downgrade again, which
          // finds the operation. Otherwise the page looks for the earlier downgrade again.
          { guard: "was sent here", target: "unknown" },
          { target: "finding" },
        ],
      },
    },
    done: {
      entry: ["forget password", "forget earlier", { type: "update session", params: kindOf }],
      after: { "reading time": "redirected" },
    },
    sessionEnded: {
      type: "final",
      entry: ["forget earlier", { type: "update session", params: { kind: "signedIn" } }],
    },
    /** there is no plan to downgrade */
    nothing: { type: "final" },
    claimed: { type: "final", entry: "open renewal" },
    redirected: { type: "final", entry: { type: "redirect", params: kindOf } },
  },
});
