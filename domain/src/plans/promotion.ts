import type { TierPlan } from "./plan-table.ts";

/** What promotions can be: two sales for everybody, two offers for some people, and promo codes. */
export const promotionKinds = ["summer", "flash", "power_user", "renew", "code"] as const;

/** A reduction of prices, or more time for the same price. */
export type Promotion = {
  /** Orders store this id, and the uses of a promotion are counted by this id. So no two promotions may have the same id. */
  readonly id: string;
  readonly name: string;
  readonly kind: (typeof promotionKinds)[number];
  /** How much the price falls: 50 halves it. */
  readonly percent: number;
  /** The price of each plan that the promotion is for, in US cents; `null` when the percentage applies instead. */
  readonly price: number | null;
  /** The plans that the promotion is for, by their {@link planKey}; `null` for all plans of a year or more, except those for life. */
  readonly planKeys: readonly string[] | null;
  /** How many months a purchase adds to those of the plan. */
  readonly extraMonths: number;
  /** ISO-8601 UTC. The promotion applies from this moment. */
  readonly startsAt: string;
  /** ISO-8601 UTC. From this moment the promotion no longer applies. */
  readonly endsAt: string;
  /** `null` when it has no code. */
  readonly promoCode: string | null;
};

/** The terms of a promotion that halves the price of all plans of a year or more, except those for life, and needs no code. */
export const halfPrice = {
  percent: 50,
  price: null,
  planKeys: null,
  extraMonths: 0,
  promoCode: null,
} as const satisfies Partial<Promotion>;

/**
 * The sale at half price that runs every year, from 1 June to 31 August (UTC). `null` when it does not run.
 *
 * @param at ISO-8601 UTC
 */
export function summerSaleAt(at: string): Promotion | null {
  const year = at.slice(0, 4);
  const sale: Promotion = {
    ...halfPrice,
    id: `summer-${year}`,
    name: "Summer Sale",
    kind: "summer",
    startsAt: `${year}-06-01T00:00:00.000Z`,
    endsAt: `${year}-09-01T00:00:00.000Z`,
  };
  return isRunning(sale, at) ? sale : null;
}

/** True from the start of a promotion until just before its end. */
export const isRunning = ({ startsAt, endsAt }: Promotion, at: string): boolean =>
  startsAt <= at && at < endsAt;

/** The key of a plan in one tier: the package name and the subscription, as a client sends them. "standard:2" is PRO for two years. */
export const planKey = ({ offer, plan }: TierPlan): string => `${offer.packageName}:${plan.subscription}`;

/** True when a promotion is for this plan. */
export const coversPlan = ({ planKeys }: Promotion, wantedPlan: TierPlan): boolean =>
  planKeys === null
    ? wantedPlan.plan.months !== null && wantedPlan.plan.months >= 12
    : planKeys.includes(planKey(wantedPlan));

/** The price of a plan in US cents, rounded down to the cent. A promotion never raises it. */
export function priceAsked(wantedPlan: TierPlan, promotion: Promotion | null): number {
  const { fullPrice } = wantedPlan.offer;
  if (!promotion || !coversPlan(promotion, wantedPlan)) return fullPrice;
  const { price, percent } = promotion;
  return Math.min(fullPrice, price ?? Math.floor((fullPrice * (100 - percent)) / 100));
}

/** The promotion with the highest percentage, or the first of several with the same percentage; `null` when none has a percentage. */
export const bestPromotion = (promotions: readonly (Promotion | null)[]): Promotion | null =>
  promotions.reduce((best, next) => (next && next.percent > (best?.percent ?? 0) ? next : best), null);
