import { isRejection } from "@daybook/domain/kernel/rejection";
import { normalisePromoCode } from "@daybook/domain/plans/promo-code";
import type { Promotion } from "@daybook/domain/plans/promotion";
import { limits, limitTries } from "../access/limits.ts";
import type { Application } from "../application.ts";
import type { Actor, Context, Refusal } from "../context.ts";
import { type PlanName, quotePlan } from "../purchases/quote-plan.ts";

/** What a promo code does to the price of a plan, in US cents. */
export type ValidatedPromoCode = {
  readonly promoCode: string;
  /** What would be charged without the code. */
  readonly price: number;
  /** What would be charged with the code. */
  readonly currentTotal: number;
  /**
   * The promotion that applies. It is that of the code when the code adds months, or makes the price lower than without a code.
   * Otherwise it is the promotion without a code. `null` when none changes the price or the months.
   */
  readonly promotion: Promotion | null;
};

/** Checks a promo code for the caller, who may be a visitor. The purchase checks it again. */
export async function validatePromoCode(
  app: Application,
  context: Context<Actor | null>,
  { promoCode, ...plan }: PlanName & { readonly promoCode: string },
): Promise<ValidatedPromoCode | Refusal> {
  const limitRefusal = await limitTries(app, limits.promoCodesFromIp, context.caller.ip);
  if (limitRefusal) return limitRefusal;
  const quotedWithCode = await quotePlan(app, context, { ...plan, promoCode }, null);
  if (isRejection(quotedWithCode)) return quotedWithCode;
  const quotedWithoutCode = await quotePlan(app, context, plan, null);
  if (isRejection(quotedWithoutCode)) return quotedWithoutCode;
  return {
    promoCode: normalisePromoCode(promoCode),
    price: quotedWithoutCode.quote.amount,
    currentTotal: quotedWithCode.quote.amount,
    promotion: quotedWithCode.promotion,
  };
}
