import type { Plan } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { tierOf } from "../tier-of.ts";
import type { PlanChoice } from "./purchase-types.ts";

type User = Pick<Session["user"], "is_pro" | "is_pro_plus" | "pro_membership">;

/** A plan that the form offers, with its price before any deduction. */
export type OfferedPlan = { readonly name: string; readonly price: number; readonly choice: PlanChoice };

/** The call that buys a plan (spec section 4). A membership that has expired can be renewed and changed, too. */
function callFor(level: PlanChoice["level"], user: User): PlanChoice["call"] {
  if (!user.is_pro && !user.pro_membership) return "goProLoggedIn";
  return level === "plus" && tierOf(user) !== "plus" ? "proPlusConversion" : "manualRenew";
}

/** The plans that a user can buy, each in its tiers. With PRO plus, there is no way to PRO by buying. */
export function offerPlans(plans: readonly Plan[], user: User): OfferedPlan[] {
  const offer = (level: PlanChoice["level"], plan: Plan): OfferedPlan[] => {
    const [price, packageName] =
      level === "pro" ? [plan.price, plan.packageName] : [plan.plusPrice, plan.plusPackageName];
    if (price === null || packageName === null) return [];
    const { name, subscription } = plan;
    return [{ name, price, choice: { call: callFor(level, user), packageName, subscription, level } }];
  };
  return plans.flatMap((plan) => [...(user.is_pro_plus ? [] : offer("pro", plan)), ...offer("plus", plan)]);
}

/** The plan of one year: in PRO, or in PRO plus for people who have that. */
export const yearOf = (plans: readonly Plan[], user: User): OfferedPlan | undefined =>
  offerPlans(
    plans.filter(({ value }) => value === "1"),
    user,
  )[0];

/** True for a membership that never ends: there is nothing to renew or change. */
export const isForLife = ({ is_pro, pro_membership: membership }: User): boolean =>
  is_pro && membership !== null && membership.expires_at === null;
