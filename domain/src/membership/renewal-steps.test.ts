import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, isExpired, type Membership } from "../account/tier.ts";
import { findPlan } from "../plans/plan-table.ts";
import type { MembershipState } from "./decider.ts";
import { nextCharge, nextRenewalStep, renewalAmount } from "./renewal-steps.ts";

const end = "2027-11-20T10:40:00.000Z";
const year: Membership = {
  level: "pro",
  packageName: "standard",
  subscriptionLength: 1,
  expiresAt: end,
  autoRenew: true,
};
/** A gift, which is not sold. */
const fourYears: Membership = { ...year, subscriptionLength: 4 };
const month: Membership = { ...year, packageName: "standardmonthly" };
type Renewal = NonNullable<MembershipState["renewal"]>;
const stateWith = (changes: Partial<Renewal> = {}, methodStoredAt: string | null = null) => ({
  methodStoredAt,
  renewal: { endsAt: end, announcedAmount: null, failedAt: [], hasExpired: false, ...changes },
});
const days = (count: number): string => addDays(end, count);

describe("renewal steps", () => {
  it.each<[string, Membership | null, Partial<Renewal>, string, string | null]>([
    ["of an account without a membership is none", null, {}, days(0), null],
    ["of a membership for life is none", { ...year, expiresAt: null }, {}, days(0), null],
    [
      "without automatic renewal is the expiry",
      { ...year, autoRenew: false },
      {},
      days(-30),
      `expire ${end}`,
    ],
    ["after the expiry is none", { ...year, autoRenew: false }, { hasExpired: true }, days(1), null],
    [
      "of a yearly plan is its announcement 7 days before the end",
      year,
      {},
      days(-30),
      `announce ${days(-7)}`,
    ],
    [
      "of a yearly plan is a late announcement when automatic renewal is turned on late",
      year,
      {},
      days(-3),
      `announce ${days(-7)}`,
    ],
    [
      "of a yearly plan that was announced is the charge",
      year,
      { announcedAmount: 1999 },
      days(-6),
      `charge ${days(-1)}`,
    ],
    ["of a monthly plan is the charge, without an announcement", month, {}, days(-20), `charge ${days(-1)}`],
    [
      "of a yearly plan at the time of the charge is the charge, without an announcement",
      year,
      {},
      days(-1),
      `charge ${days(-1)}`,
    ],
    [
      "after the first failure is the second attempt",
      month,
      { failedAt: [days(-1)] },
      days(0),
      `charge ${days(2.5)}`,
    ],
    [
      "after the second failure is the third attempt",
      month,
      { failedAt: [days(-1), days(2.5)] },
      days(3),
      `charge ${days(6)}`,
    ],
    [
      "after the third failure is the expiry",
      month,
      { failedAt: [days(-1), days(2.5), days(6)] },
      days(6),
      `expire ${days(6)}`,
    ],
    [
      "after a late failure is an attempt a day later",
      month,
      { failedAt: [days(4)] },
      days(4),
      `charge ${days(5)}`,
    ],
    [
      "is the expiry when another attempt would be too late",
      month,
      { failedAt: [days(6.5)] },
      days(6.5),
      `expire ${days(6)}`,
    ],
    ["of a plan that is not sold is the charge, which fails", fourYears, {}, days(-30), `charge ${days(-1)}`],
    [
      "of a plan that is not sold, after its failure, is the expiry",
      fourYears,
      { failedAt: [days(-1)] },
      days(0),
      `expire ${days(6)}`,
    ],
    ["when the job has not run for a month is the expiry", month, {}, days(30), `expire ${days(6)}`],
  ])("the next renewal step %s", (_, membership, changes, now, expected) => {
    const step = nextRenewalStep(membership, stateWith(changes), now);
    expect(step && `${step.type} ${step.at}`).toBe(expected);
  });

  it.each<[string, number[], number, number, string]>([
    ["stored after a failure comes immediately", [-1], 0, 0.1, `charge ${days(0)}`],
    ["stored after the day of the next attempt comes on that day", [-1], 3, 3, `charge ${days(2.5)}`],
    ["stored an hour after the second failure comes immediately", [-1, 1], 1.04, 2, `charge ${days(1.04)}`],
    ["stored before the failure comes on the day of the next attempt", [-1], -5, 0, `charge ${days(2.5)}`],
    ["stored after the third failure does not come", [-1, 0, 1], 2, 3, `expire ${days(6)}`],
    ["stored before any failure comes on the day of the first attempt", [], -5, -4, `charge ${days(-1)}`],
    ["stored within the last day for attempts comes immediately", [-1, 6.2], 6.5, 6.6, `charge ${days(6.5)}`],
    ["stored after the last day for attempts does not come", [-1, 6.2], 7.1, 7.1, `expire ${days(6)}`],
  ])("the renewal attempt with a payment method %s", (_, failures, storedAt, now, expected) => {
    const state = stateWith({ failedAt: failures.map(days) }, days(storedAt));
    const step = nextRenewalStep(month, state, days(now));
    expect(step && `${step.type} ${step.at}`).toBe(expected);
  });

  it("the next renewal step does not depend on what happened at an earlier end of the membership", () => {
    const earlier = {
      methodStoredAt: null,
      renewal: { endsAt: days(-365), announcedAmount: 1999, failedAt: [days(-366)], hasExpired: true },
    };
    expect(nextRenewalStep(year, earlier, days(-30))).toEqual({ type: "announce", at: days(-7) });
  });
});

it.each([
  ["the full price before it is announced", "standard", null, 1999],
  ["what was announced, when the price has risen since", "standard", 1499, 1499],
  ["the price of the lower tier after a downgrade", "standard", 4999, 1999],
])("a renewal costs %s", (_, packageName, announcedAmount, amount) => {
  const plan = findPlan(packageName, 1);
  expect(plan && renewalAmount(plan, announcedAmount)).toBe(amount);
});

it("the next charge of a membership comes a day before the end, at the next attempt, or never", () => {
  const amount = 1999;
  expect(nextCharge(year, stateWith(), days(-100))).toEqual({ at: days(-1), amount });
  expect(nextCharge(year, stateWith({ announcedAmount: 999 }), days(-5))).toEqual({
    at: days(-1),
    amount: 999,
  });
  expect(nextCharge(year, stateWith({ failedAt: [days(-1)] }), days(0))).toEqual({ at: days(2.5), amount });
  expect(nextCharge(year, stateWith(), days(1))).toEqual({ at: days(1), amount });
  expect(nextCharge({ ...year, autoRenew: false }, stateWith(), days(-100))).toBeNull();
  expect(nextCharge(year, stateWith({ hasExpired: true }), days(10))).toBeNull();
  expect(nextCharge(fourYears, stateWith(), days(-100))).toBeNull();
  expect(nextCharge(null, stateWith(), days(0))).toBeNull();
});

it("when charges fail, a membership with any end gets three attempts within 7 days and counts as paid until the last", () => {
  const ends = fc.oneof(
    fc.constantFrom(
      "2027-01-31T23:59:59.999Z",
      "2028-02-29T12:00:00.000Z",
      "2028-03-01T00:00:00.000Z",
      // Clocks change in New York, in London and on Lord Howe Island.
      "2026-11-01T05:30:00.000Z",
      "2027-03-28T01:00:00.000Z",
      "2027-04-03T15:15:00.000Z",
    ),
    fc
      .date({ min: new Date("2026-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
  );
  fc.assert(
    fc.property(ends, fc.constantFrom(year, month), (endsAt, plan) => {
      const membership = { ...plan, expiresAt: endsAt };
      const failedAt: string[] = [];
      let announcedAmount: number | null = null;
      let now = addDays(endsAt, -20);
      for (;;) {
        const step = nextRenewalStep(
          membership,
          { renewal: { endsAt, announcedAmount, failedAt, hasExpired: false }, methodStoredAt: null },
          now,
        );
        if (step === null) throw new Error("no step");
        expect(step.at >= now).toBe(true);
        expect(isExpired(membership, addDays(step.at, -0.001))).toBe(false);
        now = step.at;
        if (step.type === "announce") announcedAmount = 1999;
        else if (step.type === "charge") failedAt.push(now);
        else break;
      }
      expect(failedAt).toHaveLength(3);
      expect(Date.parse(failedAt[2]!) - Date.parse(failedAt[0]!)).toBe(7 * 86_400_000);
      expect(failedAt[0]).toBe(addDays(endsAt, -1));
      expect(isExpired(membership, now)).toBe(true);
    }),
  );
});
