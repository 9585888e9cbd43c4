import { findPlan } from "../plans/plan-table.ts";
import type { PaidOrder } from "./decider.ts";

/** For this many days after a purchase, a downgrade pays back the charge for a plan of a year or more. */
export const refundDays = 30;

const dayMs = 86_400_000;

/** True for a plan of a year or more. Plans for a month and for life are not paid back. */
function isYearly({ packageName, subscriptionLength }: PaidOrder): boolean {
  const months = findPlan(packageName, subscriptionLength)?.plan.months ?? null;
  return months !== null && months >= 12;
}

/**
 * The orders that a downgrade to the free tier pays back: plans of a year or more that were bought or renewed at most 30 days before.
 * An order that is already paid back, or will be, is left out.
 *
 * @param at the time of the downgrade, ISO-8601 UTC
 */
export function refundableOrders(orders: readonly PaidOrder[], at: string): PaidOrder[] {
  const boughtSince = Date.parse(at) - refundDays * dayMs;
  return orders.filter(
    (order) =>
      order.refund === "none" && order.amount > 0 && Date.parse(order.at) >= boughtSince && isYearly(order),
  );
}

/** What a downgrade to the free tier pays back, in US cents. */
export const refundAmount = (orders: readonly PaidOrder[], at: string): number =>
  refundableOrders(orders, at).reduce((sum, { amount }) => sum + amount, 0);
