import { type Plan, plans } from "@daybook/domain/plans/plan-table";
import { priceAsked, type Promotion } from "@daybook/domain/plans/promotion";
import type { Application } from "../application.ts";
import type { Actor, Context } from "../context.ts";
import { findPromotionFor } from "./find-promotions.ts";

/** A plan with the prices that are asked now, in US cents. `proPrice` is `null` when the plan exists only in the plus tier. */
export type PricedPlan = {
  readonly plan: Plan;
  readonly proPrice: number | null;
  readonly plusPrice: number;
};

/** All plans, with the prices that the actor is asked now, and the promotion that reduces them. */
export async function listPlans(
  app: Application,
  { actor, command }: Context<Actor | null>,
): Promise<{ plans: PricedPlan[]; promotion: Promotion | null }> {
  const promotion = await findPromotionFor(app, actor?.userId ?? null, command.at);
  return {
    promotion,
    plans: plans.map((plan) => ({
      plan,
      proPrice: plan.pro && priceAsked({ plan, level: "pro", offer: plan.pro }, promotion),
      plusPrice: priceAsked({ plan, level: "plus", offer: plan.plus }, promotion),
    })),
  };
}
