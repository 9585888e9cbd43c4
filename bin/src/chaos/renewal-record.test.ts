import type { Membership } from "@daybook/domain/account/tier";
import type { MembershipEvent } from "@daybook/domain/membership/events";
import { expect, it } from "vitest";
import { missedStepOf, stepsOf } from "./renewal-record.ts";

const endsAt = "2027-03-10T10:00:00.000Z";
const membership: Membership = {
  level: "pro",
  packageName: "standardmonthly",
  subscriptionLength: 1,
  expiresAt: endsAt,
  autoRenew: true,
};
const failed: MembershipEvent = {
  type: "RenewalPaymentFailed",
  data: { accountId: 1, endsAt, attempt: 1, orderId: null, code: "2001", at: endsAt },
};
const expired: MembershipEvent = { type: "MembershipExpired", data: { accountId: 1, endsAt, at: endsAt } };
const afterDays = (days: number): number => Date.parse(endsAt) + days * 86_400_000;

it("notices a renewal that was never tried, and an end that was never recorded", () => {
  const missed = (events: readonly MembershipEvent[], days: number, autoRenew = true): string | null =>
    missedStepOf({ ...membership, autoRenew }, stepsOf(events), afterDays(days));
  expect(missed([], -2)).toBeNull();
  expect(missed([], -0.5)).toBe(`the renewal at ${endsAt}`);
  expect(missed([failed], -0.5)).toBeNull();
  expect(missed([failed], 8)).toBe(`the end at ${endsAt}`);
  expect(missed([failed, expired], 8)).toBeNull();
  expect(missed([], -0.5, false)).toBeNull();
  expect(missed([], 0.5, false)).toBe(`the end at ${endsAt}`);
  expect(missed([expired], 0.5, false)).toBeNull();
  expect(missedStepOf(null, [], afterDays(8))).toBeNull();
  expect(missedStepOf({ ...membership, expiresAt: null }, [], afterDays(8))).toBeNull();
});
