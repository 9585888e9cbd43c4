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
  ["a year that was bought just now", {}, 1999],
  ["five years of PRO plus", { packageName: "proplus", subscriptionLength: 5 }, 1999],
  ["a year that was bought 30 days ago", { at: "2026-10-23T12:00:00.000Z" }, 1999],
  ["a year that was bought more than 30 days ago", { at: "2026-10-23T11:59:59.999Z" }, 0],
  ["a month", { packageName: "standardmonthly" }, 0],
  ["a plan for life", { packageName: "ProPlusLifetime" }, 0],
  ["a gift", { amount: 0 }, 0],
  ["an order whose refund is under way", { refund: "due" as const }, 0],
  ["an order that was paid back", { refund: "done" as const }, 0],
  ["a plan that is no longer sold", { packageName: "decade" }, 0],
])("a downgrade pays back for %s: %o cents", (_, changes, cents) => {
  expect(refundAmount([order(changes)], at)).toBe(cents);
});

it("a downgrade pays back each order of the last 30 days, and nothing of the older ones", () => {
  const oldOrder = order({ orderId: 1, at: "2026-01-01T00:00:00.000Z" });
  const year = order({ orderId: 2 });
  const conversion = order({ orderId: 3, packageName: "proplus", amount: 3000 });
  expect(refundableOrders([oldOrder, year, conversion], at).map(({ orderId }) => orderId)).toEqual([2, 3]);
  expect(refundAmount([oldOrder, year, conversion], at)).toBe(4999);
});
