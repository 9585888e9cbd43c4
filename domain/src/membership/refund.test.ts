import { expect, it } from "vitest";
import type { PaidOrder } from "./decider.ts";
import { refundableOrders, refundAmount } from "./refund.ts";

const at = "2026-11-22T12:00:00.000Z";

const order = (changes: Partial<PaidOrder> = {}): PaidOrder => ({
  orderId: 1,
  amount: 1999,
  packageName: "standard",
  subscriptionLength: 1,
  at,
  refund: "none",
  ...changes,
});

it.each([
  ["a year that was bought just now", 1999, {}],
  ["five years of PRO plus", 1999, { packageName: "proplus", subscriptionLength: 5 }],
  ["a year that was bought 30 days ago", 1999, { at: "2026-10-23T12:00:00.000Z" }],
  ["a year that was bought more than 30 days ago", 0, { at: "2026-10-23T11:59:59.999Z" }],
  ["a month", 0, { packageName: "standardmonthly" }],
  ["a plan for life", 0, { packageName: "ProPlusLifetime" }],
  ["an order that cost nothing", 0, { amount: 0 }],
  ["an order whose refund is under way", 0, { refund: "due" as const }],
  ["an order that was paid back", 0, { refund: "done" as const }],
  ["a plan that is no longer sold", 0, { packageName: "decade" }],
])("a downgrade pays back for %s: %i cents", (_, cents, changes) => {
  expect(refundAmount([order(changes)], at)).toBe(cents);
});

it("a downgrade pays back each order of the last 30 days, and nothing of the older ones", () => {
  const oldOrder = order({ orderId: 1, at: "2026-01-01T00:00:00.000Z" });
  const year = order({ orderId: 2 });
  const conversion = order({ orderId: 3, packageName: "proplus", amount: 3000 });
  expect(refundableOrders([oldOrder, year, conversion], at).map(({ orderId }) => orderId)).toEqual([2, 3]);
  expect(refundAmount([oldOrder, year, conversion], at)).toBe(4999);
});
