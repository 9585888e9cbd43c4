import type { TierPlan } from "./plan-table.ts";
import { coversPlan, priceAsked, type Promotion } from "./promotion.ts";

/** What a plan costs with the promotion that applies to it. */
export type ChosenPrice = {
  /** in US cents */
  readonly price: number;
  /** months that the promotion adds to those of the plan */
  readonly extraMonths: number;
  /** the promotion that applies; `null` when none lowers the price or adds months */
  readonly promotion: Promotion | null;
};

/**
 * Chooses between the promotion that a person gets without a code and that of a typed code. The code applies only when it lowers the
 * price further or adds months. The price is always the lower of the two.
 */
export function choosePrice(
  wantedPlan: TierPlan,
  automaticPromotion: Promotion | null,
  codePromotion: Promotion | null,
): ChosenPrice {
  const { fullPrice } = wantedPlan.offer;
  const automaticPrice = priceAsked(wantedPlan, automaticPromotion);
  const price = Math.min(automaticPrice, priceAsked(wantedPlan, codePromotion));
  const extraMonths = codePromotion && coversPlan(codePromotion, wantedPlan) ? codePromotion.extraMonths : 0;
  if (price < automaticPrice || extraMonths > 0) return { price, extraMonths, promotion: codePromotion };
  return { price, extraMonths: 0, promotion: price < fullPrice ? automaticPromotion : null };
}
