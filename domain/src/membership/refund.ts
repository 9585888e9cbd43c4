import { findPlan } from "../plans/plan-table.ts";
import type { PaidOrder } from "./decider.ts";

/** For this many days after a purchase, a downgrade pays back the charge for a plan of a year or more. */
export const refundDays = 30;

const dayMs = 86_400_000;

/** True for plans of one or more years. A month and a plan for life are not paid back. */
function isYearly({ packageName, subscriptionLength }: PaidOrder): boolean {
  const months = findPlan(packageName, subscriptionLength)?.plan.months ?? null;
  return months !== null && months >= 12;
}

/**
 * The orders that a downgrade to the basic plan pays back: plans of a year or more that were bought at most 30 days ago. Nothing is
 * paid back twice.
 *
 * @param at ISO-8601 UTC
 */
export function refundableOrders(orders: readonly PaidOrder[], at: string): PaidOrder[] {
  const boughtSince = Date.parse(at) - refundDays * dayMs;
  return orders.filter(
    (order) =>
      order.refund === "none" && order.amount > 0 && Date.parse(order.at) >= boughtSince && isYearly(order),
  );
}

/** What a downgrade to the basic plan pays back, in US cents. */
export const refundAmount = (orders: readonly PaidOrder[], at: string): number =>
  refundableOrders(orders, at).reduce((sum, { amount }) => sum + amount, 0);
