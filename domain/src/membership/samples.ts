import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { membershipEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof membershipEvents]: Extract<EventOf<typeof membershipEvents>, { type: K }>;
};

const purchase = {
  accountId: sampleIds.account,
  orderId: sampleIds.order,
  level: "pro" as const,
  packageName: "standard",
  subscriptionLength: 1,
  amount: 1999,
  credit: 0,
  currency: "USD" as const,
  promotionId: null,
  startsAt: sampleTime(40),
  endsAt: "2027-11-20T10:40:00.000Z",
  at: sampleTime(40),
};

/** A sample event of each type. Together they are not one possible history: some times are out of order. */
export const membershipSamples: Samples = {
  MembershipBought: { type: "MembershipBought", data: purchase },
  MembershipRenewed: {
    type: "MembershipRenewed",
    data: {
      ...purchase,
      orderId: sampleIds.order + 1,
      startsAt: purchase.endsAt,
      endsAt: "2028-11-20T10:40:00.000Z",
      at: sampleTime(41),
    },
  },
  MembershipAutoRenewed: {
    type: "MembershipAutoRenewed",
    data: {
      ...purchase,
      orderId: sampleIds.order + 3,
      startsAt: purchase.endsAt,
      endsAt: "2028-11-20T10:40:00.000Z",
      at: "2027-11-19T10:40:00.000Z",
    },
  },
  RenewalAnnounced: {
    type: "RenewalAnnounced",
    data: {
      accountId: sampleIds.account,
      endsAt: purchase.endsAt,
      amount: 1999,
      at: "2027-11-13T10:40:00.000Z",
    },
  },
  RenewalPaymentFailed: {
    type: "RenewalPaymentFailed",
    data: {
      accountId: sampleIds.account,
      endsAt: purchase.endsAt,
      attempt: 1,
      orderId: sampleIds.order + 4,
      code: "2001",
      at: "2027-11-19T10:40:00.000Z",
    },
  },
  MembershipExpired: {
    type: "MembershipExpired",
    data: { accountId: sampleIds.account, endsAt: purchase.endsAt, at: "2027-11-26T10:40:00.000Z" },
  },
  MembershipConverted: {
    type: "MembershipConverted",
    data: {
      ...purchase,
      orderId: sampleIds.order + 2,
      level: "plus",
      packageName: "proplus",
      amount: 1001,
      credit: 3998,
      promotionId: "summer-2026",
      at: sampleTime(42),
    },
  },
  MembershipDowngraded: {
    type: "MembershipDowngraded",
    data: {
      accountId: sampleIds.account,
      operationId: sampleIds.order + 3,
      from: "plus",
      to: "free",
      refundedOrders: [sampleIds.order + 2],
      reason: sampleSealed("downgrade_reason"),
      comments: sampleSealed("downgrade_comments"),
      at: sampleTime(43),
    },
  },
  MembershipRefunded: {
    type: "MembershipRefunded",
    data: {
      accountId: sampleIds.account,
      orderId: sampleIds.order + 2,
      amount: 1001,
      currency: "USD",
      at: sampleTime(44),
    },
  },
};
