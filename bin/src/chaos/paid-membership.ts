import { addMonths } from "@daybook/domain/membership/add-months";
import type { MembershipEvent, Purchase } from "@daybook/domain/membership/events";
import { findPlan } from "@daybook/domain/plans/plan-table";

/** What an account has paid for. */
export type PaidMembership = {
  readonly level: "pro" | "plus";
  /** ISO-8601 UTC; `null` when it never ends */
  readonly endsAt: string | null;
};

/** `dayOfMonth` is the day on which the membership began. */
type PaidTime = PaidMembership & { readonly dayOfMonth: number };

const dayOfMonthOf = (instant: string): number => new Date(instant).getUTCDate();

/**
 * The paid time after a purchase. Throws unless the purchase begins at the right time (a renewal at the end of the time that was paid
 * before, any other purchase when it is made) and lasts exactly as long as its plan.
 */
function afterPurchase(
  earlier: PaidTime | null,
  type: MembershipEvent["type"],
  { level, packageName, subscriptionLength, startsAt, endsAt, at }: Purchase,
): PaidTime {
  const isRenewal = type === "MembershipRenewed" || type === "MembershipAutoRenewed";
  const expectedStart = isRenewal ? earlier?.endsAt : at;
  if (startsAt !== expectedStart) {
    throw new Error(`${type} begins ${startsAt}, but it should begin ${expectedStart}`);
  }
  const months = findPlan(packageName, subscriptionLength)?.plan.months ?? null;
  // A short month moves the end to an earlier day. The next renewal returns to the day on which the membership began.
  const dayOfMonth = isRenewal && earlier ? earlier.dayOfMonth : dayOfMonthOf(startsAt);
  const expectedEnd = months === null ? null : addMonths(startsAt, months, dayOfMonth);
  if (endsAt !== expectedEnd) throw new Error(`${type} ends ${endsAt}, but its plan ends ${expectedEnd}`);
  return { level, endsAt, dayOfMonth };
}

/**
 * Returns what an account has paid for after these events of its membership: `null` before the first purchase and after a downgrade to
 * the free tier. An expired membership is returned with its past end. This function checks the results of the product's decider and of
 * the product's price quotes, so it uses neither of them.
 */
export function paidMembership(events: readonly MembershipEvent[]): PaidMembership | null {
  let paid = null as PaidTime | null;
  for (const { type, data } of events) {
    // Only purchases and renewals have a `credit`, and only downgrades have a level `to`.
    if ("credit" in data) paid = afterPurchase(paid, type, data);
    else if ("to" in data) paid = paid && data.to === "pro" ? { ...paid, level: "pro" } : null;
  }
  return paid && { level: paid.level, endsAt: paid.endsAt };
}
