import { type Plan, plans } from "@daybook/domain/plans/plan-table";
import { priceAsked, type Promotion, summerSaleAt } from "@daybook/domain/plans/promotion";
import type { Application } from "../application.ts";
import type { Context } from "../context.ts";

/** A plan with the prices that are asked now, in US cents. */
export type PricedPlan = {
  readonly plan: Plan;
  readonly proPrice: number | null;
  readonly plusPrice: number;
};

/** The plans that can be bought now, and the sale that reduces their prices. */
export function listPlans(
  _app: Application,
  { command }: Context<null>,
): Promise<{ plans: PricedPlan[]; promotion: Promotion | null }> {
  const promotion = summerSaleAt(command.at);
  return Promise.resolve({
    promotion,
    plans: plans.map((plan) => ({
      plan,
      proPrice: plan.pro && priceAsked(plan, plan.pro.fullPrice, promotion),
      plusPrice: priceAsked(plan, plan.plus.fullPrice, promotion),
    })),
  });
}
