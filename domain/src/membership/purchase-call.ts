import { isExpired, type Membership } from "../account/tier.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { TierPlan } from "../plans/plan-table.ts";

/** The ways to buy (spec section 4): a first plan, the change to PRO plus, or a renewal in the same tier. */
export type PurchaseCall = "goPro" | "convert" | "renew";

/**
 * Refuses a purchase by the wrong call, so that people pay only for what the page showed. When the membership has expired, all three
 * calls may start a new one.
 *
 * @param at ISO-8601 UTC
 */
export function checkPurchaseCall(
  call: PurchaseCall,
  { level }: TierPlan,
  membership: Membership | null,
  at: string,
): Rejection | null {
  const activeMembership = membership && !isExpired(membership, at) ? membership : null;
  if (call === "goPro") {
    return activeMembership
      ? reject("already_paid", "You have a paid plan already. You can renew or change it in Plans & Billing.")
      : null;
  }
  if (!membership) return reject("pro_required", "You have no plan yet. You can buy one in Plans & Billing.");
  if (call === "convert") {
    if (level !== "plus") return reject("invalid", "Choose a PRO plus plan.");
    return activeMembership?.level === "plus"
      ? reject("already_paid", "You have PRO plus already. You can renew it in Plans & Billing.")
      : null;
  }
  return activeMembership && activeMembership.level !== level
    ? reject("invalid", "This plan is for a different tier. Change your plan instead of renewing it.")
    : null;
}
