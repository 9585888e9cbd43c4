/** An account's membership, from its newest membership event. */
export type Membership = {
  readonly level: "pro" | "plus";
  readonly packageName: string;
  readonly subscriptionLength: number;
  /** ISO-8601; `null` when it never ends. */
  readonly expiresAt: string | null;
  readonly autoRenew: boolean;
};

/** The tiers (spec section 6). An expired membership counts as free. */
export type Tier = "free" | "pro" | "plus";

/** True for a membership that has expired. Such an account may renew or downgrade. */
export function isExpired(membership: Membership | null, at: string): boolean {
  return membership?.expiresAt !== undefined && membership.expiresAt !== null && membership.expiresAt <= at;
}

/** The tier of an account at a moment (ISO-8601 UTC). */
export function tierAt(membership: Membership | null, at: string): Tier {
  return membership && !isExpired(membership, at) ? membership.level : "free";
}

/** What a membership of PRO plus becomes when it is lowered to PRO. It ends when the old one would have ended. */
export const proMembershipOf = (membership: Membership): Membership => ({
  ...membership,
  level: "pro",
  packageName: membership.packageName === "proplusmonthly" ? "standardmonthly" : "standard",
});
