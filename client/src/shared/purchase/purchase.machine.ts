import type { Reply } from "@daybook/domain/contract/contract";
import type { Session } from "@daybook/domain/contract/sessions";
import { assign, fromPromise, setup } from "xstate";
import type { ApiFailure, ApiResult } from "../api-client.ts";

/** A plan in one tier, and the call that buys it. The call stays the same in all repeats, also when the session changes meanwhile. */
export type PlanChoice = {
  readonly call: "goProLoggedIn" | "proPlusConversion" | "manualRenew";
  readonly packageName: string;
  readonly subscription: number;
  readonly level: "pro" | "plus";
};

/** What a plan costs now, and when it begins and ends. */
export type Price = Reply<"getProRatedPrice">;

/** One purchase. The key is the same in all its repeats, so that it is charged once. */
export type Submission = {
  readonly choice: PlanChoice;
  readonly total: number;
  readonly nonce: string;
  readonly key: string;
};

/** The events of the purchase machine. */
export type PurchaseEvent =
  | { type: "plan.chosen"; choice: PlanChoice }
  /** the session has another plan now, so the same choice is bought by another call */
  | { type: "offer.changed"; choice: PlanChoice }
  /** the user pays the price that is shown; the nonce stands for the card */
  | { type: "pay"; nonce: string; key: string }
  | { type: "again" };

type PriceResult = ApiResult<"getProRatedPrice">;
type PayResult = { readonly ok: true; readonly session: Session } | ApiFailure;

type Context = {
  choice: PlanChoice | null;
  price: Price | null;
  submission: Submission | null;
  failure: ApiFailure | null;
};

const isUnknown = (result: PayResult): boolean => !result.ok && (result.status === 0 || result.status >= 500);

/**
 * Buying a plan: choose, see the price, pay. After a refusal the form is shown again with the reason. Without an answer, only the same
 * purchase can be sent again, which never charges twice.
 */
export const purchaseMachine = setup({
  types: { context: {} as Context, events: {} as PurchaseEvent },
  actors: {
    loadPrice: fromPromise<PriceResult, PlanChoice | null>(() =>
      Promise.reject(new Error("loadPrice is not provided")),
    ),
    pay: fromPromise<PayResult, Submission | null>(() => Promise.reject(new Error("pay is not provided"))),
  },
  actions: {
    /** stores the session with the new plan, and tells the other tabs */
    "open session": (_args, _params: { session: Session }) => {},
    "set choice": assign((_, { choice }: { choice: PlanChoice }) => ({
      choice,
      price: null,
      failure: null,
    })),
    "replace choice": assign((_, { choice }: { choice: PlanChoice }) => ({ choice, price: null })),
    "set price": assign((_, { price }: { price: Price }) => ({ price })),
    "set submission": assign(({ context }, { nonce, key }: { nonce: string; key: string }) => ({
      failure: null,
      submission:
        context.choice && context.price
          ? { choice: context.choice, total: context.price.current_total, nonce, key }
          : null,
    })),
    "set failure": assign((_, { failure }: { failure: ApiFailure | null }) => ({ failure })),
    "clear submission": assign({ submission: null }),
  },
  guards: {
    "has a price": (_, { result }: { result: PriceResult }) => result.ok,
    "is paid": (_, { result }: { result: PayResult }) => result.ok,
    "is unknown": (_, { result }: { result: PayResult }) => isUnknown(result),
    "price has changed": (_, { result }: { result: PayResult }) =>
      !result.ok && result.fields?.["current_total"] !== undefined,
  },
}).createMachine({
  id: "purchase",
  context: { choice: null, price: null, submission: null, failure: null },
  initial: "choosing",
  states: {
    choosing: {
      on: {
        "plan.chosen": {
          target: "pricing",
          actions: { type: "set choice", params: ({ event }) => ({ choice: event.choice }) },
        },
      },
    },
    pricing: {
      invoke: {
        src: "loadPrice",
        input: ({ context }) => context.choice,
        onDone: [
          {
            guard: { type: "has a price", params: ({ event }) => ({ result: event.output }) },
            target: "reviewing",
            actions: {
              type: "set price",
              params: ({ event }) => ({ price: (event.output as { data: Price }).data }),
            },
          },
          {
            target: "choosing",
            actions: {
              type: "set failure",
              params: ({ event }) => ({ failure: event.output.ok ? null : event.output }),
            },
          },
        ],
        onError: "choosing",
      },
      on: {
        "plan.chosen": {
          target: "pricing",
          reenter: true,
          actions: { type: "set choice", params: ({ event }) => ({ choice: event.choice }) },
        },
      },
    },
    reviewing: {
      on: {
        "plan.chosen": {
          target: "pricing",
          actions: { type: "set choice", params: ({ event }) => ({ choice: event.choice }) },
        },
        "offer.changed": {
          target: "pricing",
          actions: { type: "replace choice", params: ({ event }) => ({ choice: event.choice }) },
        },
        pay: {
          target: "paying",
          actions: {
            type: "set submission",
            params: ({ event }) => ({ nonce: event.nonce, key: event.key }),
          },
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
            guard: { type: "is unknown", params: ({ event }) => ({ result: event.output }) },
            target: "unknown",
            actions: {
              type: "set failure",
              params: ({ event }) => ({ failure: event.output.ok ? null : event.output }),
            },
          },
          {
            guard: { type: "price has changed", params: ({ event }) => ({ result: event.output }) },
            target: "pricing",
            actions: {
              type: "set failure",
              params: ({ event }) => ({ failure: event.output.ok ? null : event.output }),
            },
          },
          {
            target: "reviewing",
            actions: {
              type: "set failure",
              params: ({ event }) => ({ failure: event.output.ok ? null : event.output }),
            },
          },
        ],
        onError: "unknown",
      },
    },
    unknown: { on: { again: "paying" } },
    paid: {
      entry: "clear submission",
      on: {
        "plan.chosen": {
          target: "pricing",
          actions: { type: "set choice", params: ({ event }) => ({ choice: event.choice }) },
        },
      },
    },
  },
});
