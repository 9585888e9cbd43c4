/** An account's membership. */
export type Membership = {
  readonly level: "pro" | "plus";
  /** The name of a package in `plans/plan-table.ts`, such as `standard`. */
  readonly packageName: string;
  /** In years; 1 for monthly and lifetime memberships. */
  readonly subscriptionLength: number;
  /** ISO-8601; `null` when it never ends. */
  readonly expiresAt: string | null;
  readonly autoRenew: boolean;
};

/** The tiers (spec section 6). An expired membership counts as free. */
export type Tier = "free" | "pro" | "plus";

/**
 * A membership that renews itself counts as paid for this many days after its end, because its payment is tried again until then. A day
 * has 24 hours here, so that clock changes do not matter.
 */
export const daysOfGrace = 6;

/** Adds days of 24 hours to an instant (ISO-8601 UTC). */
export const addDays = (instant: string, days: number): string =>
  new Date(Date.parse(instant) + days * 86_400_000).toISOString();

/** Until when a membership counts as paid; `null` when it never ends. */
export function paidUntil({
  expiresAt,
  autoRenew,
}: Pick<Membership, "expiresAt" | "autoRenew">): string | null {
  return expiresAt !== null && autoRenew ? addDays(expiresAt, daysOfGrace) : expiresAt;
}

/** True when a membership no longer counts as paid. The account may still renew or downgrade. */
export function isExpired(membership: Membership | null, at: string): boolean {
  const end = membership && paidUntil(membership);
  return end !== null && end <= at;
}

/** The tier of an account at a moment (ISO-8601 UTC). */
export function tierAt(membership: Membership | null, at: string): Tier {
  return membership && !isExpired(membership, at) ? membership.level : "free";
}

/** What a membership of PRO plus becomes when it is lowered to PRO. It still ends at the same time. */
export const proMembershipOf = (membership: Membership): Membership => ({
  ...membership,
  level: "pro",
  packageName: membership.packageName === "proplusmonthly" ? "standardmonthly" : "standard",
});
