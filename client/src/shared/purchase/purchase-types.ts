import type { Reply } from "@daybook/domain/contract/contract";
import type { Session } from "@daybook/domain/contract/sessions";
import type { ApiFailure, ApiResult } from "../api-client.ts";
import type { Visitor } from "./visitor-part.ts";

/** A plan in one tier, and the call that buys it. A repeat uses the same call, even if the session has changed. */
export type PlanChoice = {
  readonly call: "goProLoggedIn" | "goProLoggedOut" | "proPlusConversion" | "manualRenew";
  readonly packageName: string;
  /** in years; 1 for a month and for life */
  readonly subscription: number;
  readonly level: "pro" | "plus";
};

/** What a plan costs now, and when it begins and ends. */
export type Price = Reply<"getProRatedPrice">;

/** What a promo code does to the price of a plan. */
export type Discount = Reply<"validatePromoCode">;

/** What is charged: a card, as the provider's single-use token (nonce), or the id of the stored payment method. */
export type PaymentChoice = { readonly nonce: string } | { readonly methodId: number };

/** How somebody pays. */
export type Payment = {
  /** `null` when the plan costs nothing */
  readonly payWith: PaymentChoice | null;
  /** who pays; `null` for a visitor */
  readonly userId: number | null;
  /** the idempotency key of the purchase */
  readonly key: string;
  /** who buys without a session */
  readonly visitor?: Visitor | undefined;
};

/** One purchase. The key is the same in all its repeats, so that it is charged once. */
export type Submission = {
  readonly choice: PlanChoice;
  readonly total: number;
  /** when the plan begins, as it was shown */
  readonly startsAt: string;
  /** `null` without one */
  readonly promoCode: string | null;
} & Payment;

/** The events of the purchase machine. */
export type PurchaseEvent =
  | { type: "plan.chosen"; choice: PlanChoice }
  /** the account's membership, or the call that buys the chosen plan, has changed, so the price must be asked for again */
  | { type: "offer.changed"; choice: PlanChoice }
  /** checked as soon as there is a price */
  | { type: "code.entered"; code: string }
  | { type: "code.removed" }
  /** the user pays the price that is shown */
  | { type: "pay"; payment: Payment }
  /** the user sends the purchase again, because the result is unknown */
  | { type: "again" };

/** The reply with the price of a plan. */
export type PriceResult = ApiResult<"getProRatedPrice">;
/** The reply to the check of a promo code. */
export type CodeResult = ApiResult<"validatePromoCode">;
/** The reply to a purchase. */
export type PayResult = { readonly ok: true; readonly session: Session } | ApiFailure;

/** What the purchase machine knows. */
export type PurchaseContext = {
  choice: PlanChoice | null;
  price: Price | null;
  /** the promo code as the user entered it */
  code: string | null;
  /** what the code does; `null` while it is unknown, and for a code that is refused */
  discount: Discount | null;
  codeFailure: ApiFailure | null;
  submission: Submission | null;
  /** how many waits before a repeat of the purchase have begun, including the current wait */
  repeats: number;
  failure: ApiFailure | null;
};
