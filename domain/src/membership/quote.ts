import type { Membership } from "../account/tier.ts";
import { isExpired } from "../account/tier.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { TierPlan } from "../plans/plan-table.ts";
import { addMonths } from "./add-months.ts";
import type { PaidPeriod, PurchaseKind } from "./decider.ts";
import { renewedUntil } from "./renewed-until.ts";

/** A plan in one tier, with what a promotion changes. `offer.fullPrice` is the price without a promotion. */
export type WantedPlan = TierPlan & {
  /** in US cents, after the promotion */
  readonly price: number;
  /** months that the promotion adds to those of the plan */
  readonly extraMonths?: number;
};

/** What a purchase of a plan would cost, and the period that the purchase would pay for. Amounts are US cents. */
export type Quote = {
  readonly kind: PurchaseKind;
  readonly price: number;
  /** the unused part of earlier purchases, which is deducted; at most the price */
  readonly credit: number;
  /** what is charged: the price less the credit */
  readonly amount: number;
  readonly startsAt: string;
  /** `null` when the period never ends */
  readonly endsAt: string | null;
};

const dayMs = 86_400_000;
const daysBetween = (from: string, to: string): number =>
  Math.ceil((Date.parse(to) - Date.parse(from)) / dayMs);

/**
 * The value of the unused part of the paid periods at a moment, in US cents. For each period, that is the price times the share of the
 * days that are not used yet. A day that has begun counts as not used, and each amount is rounded up to the cent. A period without an
 * end is never used up.
 */
export function unusedCredit(periods: readonly PaidPeriod[], at: string): number {
  return periods.reduce((sum, { startsAt, endsAt, paid }) => {
    if (endsAt === null) return sum + paid;
    if (endsAt <= at) return sum;
    const unusedDays = daysBetween(startsAt > at ? startsAt : at, endsAt);
    return sum + Math.min(paid, Math.ceil((paid * unusedDays) / daysBetween(startsAt, endsAt)));
  }, 0);
}

/**
 * What buying a plan means for an account (spec section 4): a new membership, a renewal that begins when the membership ends, or a
 * change to a higher plan that begins now and deducts the unused part of the old one. Somebody whose plan for life was lowered to PRO
 * may change back.
 *
 * @param membership the membership that the account has, also when it has expired
 * @param periods what the account has paid for
 * @param at ISO-8601 UTC
 */
export function quotePurchase(
  { plan, level, offer, price, extraMonths = 0 }: WantedPlan,
  membership: Membership | null,
  periods: readonly PaidPeriod[],
  at: string,
): Quote | Rejection {
  const months = plan.months === null ? null : plan.months + extraMonths;
  const quoteStartingNow = (kind: PurchaseKind, credit: number): Quote => ({
    kind,
    price,
    credit,
    amount: price - credit,
    startsAt: at,
    endsAt: months === null ? null : addMonths(at, months),
  });
  if (!membership || isExpired(membership, at)) return quoteStartingNow("bought", 0);
  const isChangeOfPlan = membership.level !== level || plan.months === null;
  const returnsToPlus = membership.level === "pro" && level === "plus" && plan.months === null;
  if (membership.expiresAt === null && !returnsToPlus)
    return reject("invalid", "Your plan is for life. There is nothing to renew.");
  if (membership.level === "plus" && level === "pro") {
    return reject("invalid", "You have PRO plus. Downgrade to PRO before you buy a PRO plan.");
  }
  if (!isChangeOfPlan && membership.expiresAt !== null) {
    const startsAt = membership.expiresAt;
    const endsAt = renewedUntil(periods, startsAt, months);
    return { kind: "renewed", price, credit: 0, amount: price, startsAt, endsAt };
  }
  const credit = unusedCredit(periods, at);
  // The credit is compared with the full price, so that a promo code does not make a plan unavailable.
  if (credit > offer.fullPrice) {
    return reject("invalid", "What is left of your plan is worth more than this one. Choose a longer plan.");
  }
  return quoteStartingNow("converted", Math.min(credit, price));
}
