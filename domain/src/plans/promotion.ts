import type { Plan } from "./plan-table.ts";

/** What promotions can be: two sales for everybody, two offers for some people, and promo codes. */
export const promotionKinds = ["summer", "flash", "power_user", "renew", "code"] as const;

/** A reduction of prices for some time. */
export type Promotion = {
  /** The same for everybody who sees it, and never used again. */
  readonly id: string;
  readonly name: string;
  readonly kind: (typeof promotionKinds)[number];
  /** How much the price falls: 50 halves it. */
  readonly percent: number;
  /** ISO-8601 UTC. From this moment the full price counts again. */
  readonly endsAt: string;
  /** `null` when no code has to be typed. */
  readonly promoCode: string | null;
};

/**
 * The sale that runs by itself every year, from 1 June to 31 August (UTC): half the price of yearly plans.
 *
 * @param at ISO-8601 UTC
 */
export function summerSaleAt(at: string): Promotion | null {
  const year = at.slice(0, 4);
  const endsAt = `${year}-09-01T00:00:00.000Z`;
  if (at < `${year}-06-01T00:00:00.000Z` || at >= endsAt) return null;
  return { id: `summer-${year}`, name: "Summer Sale", kind: "summer", percent: 50, endsAt, promoCode: null };
}

/** The price in US cents of a plan whose full price is given. Sales reduce yearly plans, rounded down to the cent. */
export function priceAsked(plan: Plan, fullPrice: number, promotion: Promotion | null): number {
  const isYearly = plan.months !== null && plan.months >= 12;
  return promotion && isYearly ? Math.floor((fullPrice * (100 - promotion.percent)) / 100) : fullPrice;
}
