import type { TierPlan } from "./plan-table.ts";
import { coversPlan, priceAsked, type Promotion } from "./promotion.ts";

/** What a plan costs in US cents, what it brings besides, and the promotion that it is due to. */
export type ChosenPrice = {
  readonly price: number;
  readonly extraMonths: number;
  readonly promotion: Promotion | null;
};

/**
 * The price of a plan for somebody who gets a promotion without doing anything, and who may have typed a code. A code never raises
 * the price: where the other promotion is as low, the code does not count, unless it brings more time.
 */
export function choosePrice(
  wanted: TierPlan,
  automatic: Promotion | null,
  ofCode: Promotion | null,
): ChosenPrice {
  const { fullPrice } = wanted.offer;
  const automaticPrice = priceAsked(wanted, automatic);
  const price = Math.min(automaticPrice, priceAsked(wanted, ofCode));
  const extraMonths = ofCode && coversPlan(ofCode, wanted) ? ofCode.extraMonths : 0;
  if (price < automaticPrice || extraMonths > 0) return { price, extraMonths, promotion: ofCode };
  return { price, extraMonths: 0, promotion: price < fullPrice ? automatic : null };
}
