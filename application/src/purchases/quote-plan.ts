import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { checkPurchaseCall, type PurchaseCall } from "@daybook/domain/membership/purchase-call";
import { type Quote, quotePurchase, type WantedPlan } from "@daybook/domain/membership/quote";
import { choosePrice } from "@daybook/domain/plans/choose-price";
import { findPlan } from "@daybook/domain/plans/plan-table";
import { refusePromoCode } from "@daybook/domain/plans/promo-code";
import type { Promotion } from "@daybook/domain/plans/promotion";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Actor, Command } from "../context.ts";
import { findPromotionByCode, findPromotionFor } from "../plans/find-promotions.ts";

/** The two values by which purchases name a plan. */
export type PlanName = {
  readonly packageName: string;
  /** in years; 1 for a month and for life */
  readonly subscription: number;
};

/** A plan, and what the actor would pay and get for it now. */
export type QuotedPlan = {
  readonly wanted: WantedPlan;
  readonly quote: Quote;
  /** The promotion that reduced the price or added months. */
  readonly promotion: Promotion | null;
};

/** Who asks for the price, and when. `actor` is `null` for a visitor. */
type PriceRequest = {
  readonly actor: Pick<Actor, "userId"> | null;
  readonly command: Pick<Command, "at">;
};

/** What an account has, and what it has paid for. */
async function loadMembership(app: Application, userId: number) {
  const [{ membership }, { state }] = await Promise.all([
    loadAccount(app, userId),
    app.commands.load(membershipDecider, streamOf.membership(userId)),
  ]);
  return { membership, periods: state.periods };
}

/**
 * What a purchase of a plan would cost the actor now, and the period that the purchase would pay for.
 *
 * @param call the call that buys the plan; `null` when the actor only asks for the price or redeems a code
 */
export async function quotePlan(
  app: Application,
  { actor, command: { at } }: PriceRequest,
  { packageName, subscription, promoCode = null }: PlanName & { readonly promoCode?: string | null },
  call: PurchaseCall | null,
): Promise<QuotedPlan | Rejection> {
  const tierPlan = findPlan(packageName, subscription);
  if (!tierPlan) return reject("invalid", "There is no such plan.");
  const userId = actor?.userId ?? null;
  const { membership, periods } =
    userId === null ? { membership: null, periods: [] } : await loadMembership(app, userId);
  const callRefusal = call && checkPurchaseCall(call, tierPlan, membership, at);
  if (callRefusal) return callRefusal;
  const [automaticPromotion, codePromotion] = await Promise.all([
    findPromotionFor(app, userId, at),
    promoCode === null ? null : findPromotionByCode(app, userId, promoCode, tierPlan, at),
  ]);
  if (isRejection(codePromotion)) return codePromotion;
  const { price, extraMonths, promotion } = choosePrice(tierPlan, automaticPromotion, codePromotion);
  const wanted: WantedPlan = { ...tierPlan, price, extraMonths };
  const quote = quotePurchase(wanted, membership, periods, at);
  if (isRejection(quote)) return quote;
  if (promotion?.kind === "renew" && quote.kind === "converted") {
    return refusePromoCode("This offer is for renewing your plan, not for changing it.");
  }
  return { wanted, quote, promotion };
}
