import { addMonths } from "@daybook/domain/membership/add-months";
import type { MembershipEvent, Purchase } from "@daybook/domain/membership/events";
import { findPlan } from "@daybook/domain/plans/plan-table";

/** What an account has paid for. */
export type PaidMembership = {
  readonly level: "pro" | "plus";
  /** ISO-8601 UTC; `null` when it never ends */
  readonly endsAt: string | null;
};

type PaidTime = PaidMembership & { readonly firstDay: number };

const dayOf = (instant: string): number => new Date(instant).getUTCDate();

/** The time after a purchase. Throws when the purchase does not bring exactly what its plan has, after what was paid before. */
function afterPurchase(
  earlier: PaidTime | null,
  type: MembershipEvent["type"],
  { level, packageName, subscriptionLength, startsAt, endsAt, at }: Purchase,
): PaidTime {
  const isRenewal = type === "MembershipRenewed" || type === "MembershipAutoRenewed";
  const expectedStart = isRenewal ? earlier?.endsAt : at;
  if (startsAt !== expectedStart) {
    throw new Error(`${type} begins ${startsAt}, and what was paid before ends ${earlier?.endsAt}`);
  }
  const months = findPlan(packageName, subscriptionLength)?.plan.months ?? null;
  // A renewal goes back to the day on which the membership began, where a short month had moved it.
  const firstDay = isRenewal && earlier ? earlier.firstDay : dayOf(startsAt);
  const expectedEnd = months === null ? null : addMonths(startsAt, months, firstDay);
  if (endsAt !== expectedEnd) throw new Error(`${type} ends ${endsAt}, and its plan ends ${expectedEnd}`);
  return { level, endsAt, firstDay };
}

/** What an account has paid for after these events of its membership; `null` when it has no plan. It uses no code of the product's decider. */
export function paidMembership(events: readonly MembershipEvent[]): PaidMembership | null {
  let paid = null as PaidTime | null;
  for (const { type, data } of events) {
    if ("credit" in data) paid = afterPurchase(paid, type, data);
    else if ("to" in data) paid = paid && data.to === "pro" ? { ...paid, level: "pro" } : null;
  }
  return paid && { level: paid.level, endsAt: paid.endsAt };
}
