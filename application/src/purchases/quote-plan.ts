import { isRejection, type Rejection, reject } from "@daybook/domain/kernel/rejection";
import { membershipDecider } from "@daybook/domain/membership/decider";
import { streamOf } from "@daybook/domain/kernel/ids";
import { checkPurchaseCall, type PurchaseCall } from "@daybook/domain/membership/purchase-call";
import { type Quote, quotePurchase, type WantedPlan } from "@daybook/domain/membership/quote";
import { findPlan } from "@daybook/domain/plans/plan-table";
import { priceAsked, summerSaleAt } from "@daybook/domain/plans/promotion";
import { loadAccount } from "../accounts/change-account.ts";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";

/** A plan by the names that purchases send. */
export type PlanName = {
  readonly packageName: string;
  /** in years; 1 for a month and for life */
  readonly subscription: number;
};

/** A plan, and what buying it now means for the caller. */
export type QuotedPlan = {
  readonly wanted: WantedPlan;
  readonly quote: Quote;
  /** The sale that reduced the price. */
  readonly promotionId: string | null;
};

/**
 * What a plan would cost the caller now, and what it would bring.
 *
 * @param call the call that buys it; `null` when the caller only asks
 */
export async function quotePlan(
  app: Application,
  { actor, command }: Context,
  { packageName, subscription }: PlanName,
  call: PurchaseCall | null,
): Promise<QuotedPlan | Rejection> {
  const found = findPlan(packageName, subscription);
  if (!found) return reject("invalid", "There is no such plan.");
  const promotion = summerSaleAt(command.at);
  const { fullPrice } = found.offer;
  const price = priceAsked(found.plan, fullPrice, promotion);
  const wanted = { ...found, price };
  const [{ membership }, { state }] = await Promise.all([
    loadAccount(app, actor.userId),
    app.commands.load(membershipDecider, streamOf.membership(actor.userId)),
  ]);
  const wrongCall = call && checkPurchaseCall(call, wanted, membership, command.at);
  if (wrongCall) return wrongCall;
  const quote = quotePurchase(wanted, membership, state.periods, command.at);
  if (isRejection(quote)) return quote;
  return { wanted, quote, promotionId: price < fullPrice ? (promotion?.id ?? null) : null };
}
