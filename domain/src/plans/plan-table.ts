/** What a plan costs in one tier. The special offers in `offers.ts` are something else: they are promotions. */
export type Offer = {
  readonly packageName: string;
  /** The full price in US cents. */
  readonly fullPrice: number;
  /** The full price per month in words; `null` for monthly and lifetime plans. */
  readonly note: string | null;
};

/** A plan that can be bought (spec section 9). */
export type Plan = {
  readonly value: "monthly" | "1" | "2" | "3" | "5" | "lifetime";
  readonly name: string;
  /** The number of years; 1 for a month and for life. Purchases send it with the package name. */
  readonly subscription: number;
  /** How many months a purchase adds; `null` for life. */
  readonly months: number | null;
  /** `null` when the plan exists only in the plus tier. */
  readonly pro: Offer | null;
  readonly plus: Offer;
};

/** A plan in one tier. */
export type TierPlan = { readonly plan: Plan; readonly level: "pro" | "plus"; readonly offer: Offer };

/** A plan of one or more years. Each tier has the full price in US cents and the price per month in words. */
const yearlyPlan = (
  years: 1 | 2 | 3 | 5,
  name: string,
  pro: [number, string],
  plus: [number, string],
): Plan => ({
  value: `${years}`,
  name,
  subscription: years,
  months: 12 * years,
  pro: { packageName: "standard", fullPrice: pro[0], note: `only ${pro[1]} / month!` },
  plus: { packageName: "proplus", fullPrice: plus[0], note: `only ${plus[1]} / month!` },
});

/** All plans with their full prices, shortest first. The only place that knows a price. */
export const plans: readonly Plan[] = [
  {
    value: "monthly",
    name: "Monthly",
    subscription: 1,
    months: 1,
    pro: { packageName: "standardmonthly", fullPrice: 499, note: null },
    plus: { packageName: "proplusmonthly", fullPrice: 999, note: null },
  },
  yearlyPlan(1, "1 Year", [1999, "$1.66"], [4999, "$4.16"]),
  yearlyPlan(2, "2 Years", [2999, "$1.25"], [7499, "$3.12"]),
  yearlyPlan(3, "3 Years", [3999, "$1.11"], [9999, "$2.77"]),
  yearlyPlan(5, "5 Years", [5999, "$1.00"], [14999, "$2.50"]),
  {
    value: "lifetime",
    name: "Lifetime",
    subscription: 1,
    months: null,
    pro: null,
    plus: { packageName: "ProPlusLifetime", fullPrice: 19999, note: null },
  },
];

/** Every plan in every tier that has it, shortest first. */
export const tierPlans: readonly TierPlan[] = plans.flatMap((plan) => [
  ...(plan.pro ? [{ plan, level: "pro" as const, offer: plan.pro }] : []),
  { plan, level: "plus" as const, offer: plan.plus },
]);

/** The plan with this package and this `subscription`, as a purchase names it; `null` for an unknown plan. */
export function findPlan(packageName: string, subscription: number): TierPlan | null {
  for (const plan of plans) {
    if (plan.subscription !== subscription) continue;
    if (plan.plus.packageName === packageName) return { plan, level: "plus", offer: plan.plus };
    if (plan.pro?.packageName === packageName) return { plan, level: "pro", offer: plan.pro };
  }
  return null;
}

/** Names a plan in one tier on orders and receipts, such as "PRO, 1 Year". */
export const describePlan = ({ plan, level }: TierPlan): string =>
  `${level === "plus" ? "PRO plus" : "PRO"}, ${plan.name}`;
