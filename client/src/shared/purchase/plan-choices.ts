import type { Plan } from "@daybook/domain/contract/plans";
import type { Session } from "@daybook/domain/contract/sessions";
import { tierOf } from "../tier-of.ts";
import { addMonths } from "@daybook/domain/membership/add-months";
import type { PlanChoice, Price } from "./purchase-types.ts";

type User = Pick<Session["user"], "is_pro" | "is_pro_plus" | "pro_membership">;

/** A plan that the form offers, with its current price. */
export type OfferedPlan = { readonly name: string; readonly price: number; readonly choice: PlanChoice };

/** The call that buys a plan. A membership that has expired can be renewed and changed, too. */
function callFor(level: PlanChoice["level"], user: User | null): PlanChoice["call"] {
  if (!user) return "goProLoggedOut";
  if (!user.is_pro && !user.pro_membership) return "goProLoggedIn";
  return level === "plus" && tierOf(user) !== "plus" ? "proPlusConversion" : "manualRenew";
}

/** True for a membership that never ends. */
const isForLife = (user: User | null): boolean =>
  user?.is_pro === true && user.pro_membership?.expires_at === null;

/**
 * The plans that somebody can buy, each in its tiers. A user with PRO plus is not offered PRO. A user with PRO for life is offered only
 * PRO plus for life. A user with PRO plus for life is offered nothing.
 *
 * @param user `null` for a visitor
 */
export function offerPlans(plans: readonly Plan[], user: User | null): OfferedPlan[] {
  const offer = (level: PlanChoice["level"], plan: Plan): OfferedPlan[] => {
    const [price, packageName] =
      level === "pro" ? [plan.price, plan.packageName] : [plan.plusPrice, plan.plusPackageName];
    if (price === null || packageName === null) return [];
    const { name, subscription } = plan;
    return [{ name, price, choice: { call: callFor(level, user), packageName, subscription, level } }];
  };
  const plansToOffer = isForLife(user)
    ? plans.filter(({ value }) => value === "lifetime" && !user?.is_pro_plus)
    : plans;
  return plansToOffer.flatMap((plan) => [
    ...(user?.is_pro_plus ? [] : offer("pro", plan)),
    ...offer("plus", plan),
  ]);
}

/** The plan of one year: in PRO plus for users who have PRO plus, in PRO for others. `undefined` when it is not offered. */
export const offeredYear = (plans: readonly Plan[], user: User | null): OfferedPlan | undefined =>
  offerPlans(
    plans.filter(({ value }) => value === "1"),
    user,
  )[0];

/** The end of a plan that begins at `start`; `null` for a plan for life. */
function endOf({ packageName, subscription }: PlanChoice, start: string): string | null {
  if (packageName === "ProPlusLifetime") return null;
  return addMonths(start, packageName.endsWith("monthly") ? 1 : 12 * subscription);
}

/**
 * What a plan costs a visitor; `null` when there is no such plan. The call `getProRatedPrice` needs a session, so this uses the list
 * of plans. The server refuses a price that has changed.
 *
 * @param now milliseconds since 1970
 */
export function priceForVisitor(plans: readonly Plan[], choice: PlanChoice, now: number): Price | null {
  const offer = offerPlans(plans, null).find(
    (plan) =>
      plan.choice.packageName === choice.packageName && plan.choice.subscription === choice.subscription,
  );
  if (!offer) return null;
  const start = new Date(now).toISOString();
  const { price } = offer;
  return { price, credit: 0, current_total: price, starts_at: start, ends_at: endOf(choice, start) };
}
