import { expect, it } from "vitest";
import type { Membership } from "../account/tier.ts";
import { findPlan } from "../plans/plan-table.ts";
import { checkPurchaseCall } from "./purchase-call.ts";

const at = "2026-11-22T12:00:00.000Z";
const later = "2027-11-22T12:00:00.000Z";

const membership = (level: "pro" | "plus", expiresAt: string | null): Membership => ({
  level,
  packageName: "standard",
  subscriptionLength: 1,
  expiresAt,
  autoRenew: false,
});

const memberships = {
  free: null,
  pro: membership("pro", later),
  plus: membership("plus", later),
  expired: membership("pro", at),
};

it.each([
  ["goPro", "free", "pro", null],
  ["goPro", "free", "plus", null],
  ["goPro", "expired", "pro", null],
  ["goPro", "pro", "pro", "already_paid"],
  ["goPro", "pro", "plus", "already_paid"],
  ["convert", "free", "plus", "pro_required"],
  ["convert", "pro", "plus", null],
  ["convert", "pro", "pro", "invalid"],
  ["convert", "plus", "plus", "already_paid"],
  ["convert", "expired", "plus", null],
  ["renew", "free", "pro", "pro_required"],
  ["renew", "pro", "pro", null],
  ["renew", "pro", "plus", "invalid"],
  ["renew", "plus", "plus", null],
  ["renew", "plus", "pro", "invalid"],
  ["renew", "expired", "plus", null],
] as const)("%s, %s account, %s plan: rejected with %s (null: accepted)", (call, tier, level, code) => {
  const wantedPlan = findPlan(level === "pro" ? "standard" : "proplus", 1);
  if (!wantedPlan) throw new Error("no such plan");
  expect(checkPurchaseCall(call, wantedPlan, memberships[tier], at)?.code ?? null).toBe(code);
});
