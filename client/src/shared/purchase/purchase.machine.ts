import type { Session } from "@daybook/domain/contract/sessions";
import { retry } from "@daybook/domain/contract/bounds";
import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure } from "../api-client.ts";
import { isPageOutdated } from "./outdated-page.ts";
import type {
  CodeResult,
  Payment,
  PayResult,
  PlanChoice,
  Price,
  PriceResult,
  PurchaseContext,
  PurchaseEvent,
  Submission,
} from "./purchase-types.ts";
import {
  choosePlan,
  keepCode,
  repeatDelay,
  submissionOf,
  setCode,
  setFailure,
  setPrice,
} from "./purchase-steps.ts";

const isUnknown = (result: PayResult): boolean => !result.ok && (result.status === 0 || result.status >= 500);

const noCode = { code: null, discount: null, codeFailure: null };

/**
 * Buying a plan: choose, see the price, enter a promo code or not, pay. After a refusal the form is shown again with the reason.
 * While the result is unknown (no answer, or a 5xx), only the same purchase can be sent again: up to three times automatically, and
 * when the user asks. The same purchase is never charged twice.
 */
export const purchaseMachine = setup({
  types: { context: {} as PurchaseContext, events: {} as PurchaseEvent },
  actors: {
    loadPrice: fromPromise<PriceResult, PlanChoice | null>(() =>
      Promise.reject(new Error("loadPrice is not provided")),
    ),
    checkCode: fromPromise<CodeResult, { choice: PlanChoice | null; code: string | null }>(() =>
      Promise.reject(new Error("checkCode is not provided")),
    ),
    pay: fromPromise<PayResult, Submission | null>(() => Promise.reject(new Error("pay is not provided"))),
  },
  actions: {
    /** notes that a purchase is sent, for the analytics and for a page that is opened again before the answer */
    "note purchase": () => {},
    /** notes that the result is unknown, and that no automatic repeat follows */
    "note missing answer": () => {},
    /** opens the session that has the new plan */
    "open session": (_args, _params: { session: Session }) => {},
    "set choice": assign((_, { choice }: { choice: PlanChoice }) => ({
      choice,
      price: null,
      discount: null,
      codeFailure: null,
      failure: null,
    })),
    /** after `offer.changed`; unlike "set choice", it keeps the reason of a refusal */
    "replace choice": assign((_, { choice }: { choice: PlanChoice }) => ({
      choice,
      price: null,
      discount: null,
      codeFailure: null,
    })),
    "set price": assign((_, { price }: { price: Price }) => ({ price, discount: null, codeFailure: null })),
    "set code": assign((_, { code }: { code: string }) => ({ ...noCode, code })),
    "clear code": assign(noCode),
    "set discount": assign((_, { result }: { result: CodeResult }) =>
      result.ok ? { discount: result.data, codeFailure: null } : { discount: null, codeFailure: result },
    ),
    "set submission": assign(({ context }, { payment }: { payment: Payment }) => ({
      failure: null,
      repeats: 0,
      submission: submissionOf(context, payment),
    })),
    "set failure": assign((_, { failure }: { failure: ApiFailure | null }) => ({ failure })),
    "count repeat": assign(({ context }) => ({ repeats: context.repeats + 1 })),
    "clear submission and code": assign({ submission: null, ...noCode }),
  },
  guards: {
    "has a code": ({ context }, { result }: { result: PriceResult }) => result.ok && context.code !== null,
    "has a price": (_, { result }: { result: PriceResult }) => result.ok,
    "is paid": (_, { result }: { result: PayResult }) => result.ok,
    "is unknown": (_, { result }: { result: PayResult }) => isUnknown(result),
    "is sent again": ({ context }, { result }: { result: PayResult }) =>
      isUnknown(result) && context.repeats < retry.max,
    "page is outdated": (_, { result }: { result: PayResult }) => isPageOutdated(result),
  },
  delays: {
    "next repeat": ({ context }) => repeatDelay(context),
  },
}).createMachine({
  id: "purchase",
  context: { choice: null, price: null, ...noCode, submission: null, repeats: 0, failure: null },
  initial: "choosing",
  states: {
    choosing: { on: { ...keepCode, "plan.chosen": choosePlan } },
    pricing: {
      invoke: {
        src: "loadPrice",
        input: ({ context }) => context.choice,
        onDone: [
          {
            guard: { type: "has a code", params: ({ event }) => ({ result: event.output }) },
            target: "checkingCode",
            actions: setPrice,
          },
          {
            guard: { type: "has a price", params: ({ event }) => ({ result: event.output }) },
            target: "reviewing",
            actions: setPrice,
          },
          { target: "choosing", actions: setFailure },
        ],
        onError: "choosing",
      },
      on: { ...keepCode, "plan.chosen": { ...choosePlan, reenter: true } },
    },
    checkingCode: {
      invoke: {
        src: "checkCode",
        input: ({ context: { choice, code } }) => ({ choice, code }),
        onDone: {
          target: "reviewing",
          actions: { type: "set discount", params: ({ event }) => ({ result: event.output }) },
        },
        onError: { target: "reviewing", actions: "clear code" },
      },
      on: { "code.removed": { target: "reviewing", actions: "clear code" }, "plan.chosen": choosePlan },
    },
    reviewing: {
      on: {
        "code.entered": { target: "checkingCode", actions: setCode },
        "code.removed": { actions: "clear code" },
        "plan.chosen": choosePlan,
        "offer.changed": {
          target: "pricing",
          actions: { type: "replace choice", params: ({ event }) => ({ choice: event.choice }) },
        },
        pay: {
          target: "paying",
          actions: [
            { type: "set submission", params: ({ event }) => ({ payment: event.payment }) },
            "note purchase",
          ],
        },
      },
    },
    paying: {
      invoke: {
        src: "pay",
        input: ({ context }) => context.submission,
        onDone: [
          {
            guard: { type: "is paid", params: ({ event }) => ({ result: event.output }) },
            target: "paid",
            actions: {
              type: "open session",
              params: ({ event }) => ({ session: (event.output as { session: Session }).session }),
            },
          },
          {
            guard: { type: "is sent again", params: ({ event }) => ({ result: event.output }) },
            target: "waiting",
            actions: [setFailure, "count repeat"],
          },
          {
            guard: { type: "is unknown", params: ({ event }) => ({ result: event.output }) },
            target: "unknown",
            actions: [setFailure, "note missing answer"],
          },
          {
            guard: { type: "page is outdated", params: ({ event }) => ({ result: event.output }) },
            target: "pricing",
            actions: setFailure,
          },
          { target: "reviewing", actions: setFailure },
        ],
        onError: "unknown",
      },
    },
    waiting: { after: { "next repeat": "paying" }, on: { again: "paying" } },
    unknown: { on: { again: "paying" } },
    paid: {
      entry: "clear submission and code",
      on: { "plan.chosen": choosePlan },
    },
  },
});
