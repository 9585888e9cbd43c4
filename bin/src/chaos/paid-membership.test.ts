import type { MembershipEvent, Purchase } from "@daybook/domain/membership/events";
import { expect, it } from "vitest";
import { paidMembership } from "./paid-membership.ts";

const purchase = (startsAt: string, endsAt: string, changes: Partial<Purchase> = {}): Purchase => ({
  accountId: 1,
  orderId: 1,
  level: "pro",
  packageName: "standardmonthly",
  subscriptionLength: 1,
  amount: 499,
  credit: 0,
  currency: "USD",
  promotionId: null,
  startsAt,
  endsAt,
  at: startsAt,
  ...changes,
});
const instant = (day: string): string => `2026-${day}T10:00:00.000Z`;
const [january31, february28, march31] = [instant("01-31"), instant("02-28"), instant("03-31")];
const bought: MembershipEvent = { type: "MembershipBought", data: purchase(january31, february28) };
const downgraded = (to: "free" | "pro"): MembershipEvent => ({
  type: "MembershipDowngraded",
  data: {
    accountId: 1,
    operationId: 2,
    from: "plus",
    to,
    refundedOrders: [],
    reason: null,
    comments: null,
    at: february28,
  },
});

it("derives the paid plan and its end from purchases and downgrades", () => {
  expect(paidMembership([])).toBeNull();
  for (const type of ["MembershipRenewed", "MembershipAutoRenewed"] as const) {
    const renewed: MembershipEvent = { type, data: purchase(february28, march31) };
    expect(paidMembership([bought, renewed])).toEqual({ level: "pro", endsAt: march31 });
  }
  expect(paidMembership([bought, downgraded("free")])).toBeNull();
  const plus = { level: "plus", packageName: "proplusmonthly" } as const;
  const converted: MembershipEvent = {
    type: "MembershipConverted",
    data: purchase(february28, instant("03-28"), plus),
  };
  expect(paidMembership([bought, converted])).toEqual({ level: "plus", endsAt: instant("03-28") });
  expect(paidMembership([bought, converted, downgraded("pro")])).toEqual({
    level: "pro",
    endsAt: instant("03-28"),
  });
});

it("throws when a time is paid twice, when a time between two purchases is not paid, and when a purchase has a wrong end", () => {
  const repeatedPurchase: MembershipEvent = {
    type: "MembershipAutoRenewed",
    data: purchase(january31, february28),
  };
  expect(() => paidMembership([bought, repeatedPurchase])).toThrow("begins 2026-01-31");
  const purchaseAfterGap: MembershipEvent = {
    type: "MembershipRenewed",
    data: purchase(march31, instant("04-30")),
  };
  expect(() => paidMembership([bought, purchaseAfterGap])).toThrow("begins 2026-03-31");
  const purchaseWithEarlyEnd: MembershipEvent = {
    type: "MembershipRenewed",
    data: purchase(february28, instant("03-28")),
  };
  expect(() => paidMembership([bought, purchaseWithEarlyEnd])).toThrow("its plan ends 2026-03-31");
});
