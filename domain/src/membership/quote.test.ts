import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Membership } from "../account/tier.ts";
import { isRejection } from "../kernel/rejection.ts";
import { plans } from "../plans/plan-table.ts";
import { addMonths } from "./add-months.ts";
import type { PaidPeriod } from "./decider.ts";
import { quotePurchase, unusedCredit, type WantedPlan } from "./quote.ts";

const at = "2026-11-22T12:00:00.000Z";
const yearLater = "2027-11-22T12:00:00.000Z";

function wantedPlan(value: string, level: "pro" | "plus"): WantedPlan {
  const plan = plans.find((candidate) => candidate.value === value);
  const offer = plan?.[level];
  if (!plan || !offer) throw new Error("no such plan");
  return { plan, level, offer, price: offer.fullPrice };
}

const membership = (level: "pro" | "plus", expiresAt: string | null): Membership => ({
  level,
  packageName: "standard",
  subscriptionLength: 1,
  expiresAt,
  autoRenew: false,
});

describe("quotes for purchases", () => {
  it("a purchase by a free account begins immediately, at the full price", () => {
    expect(quotePurchase(wantedPlan("1", "pro"), null, [], at)).toEqual({
      kind: "bought",
      price: 1999,
      credit: 0,
      amount: 1999,
      startsAt: at,
      endsAt: yearLater,
    });
  });

  it("a purchase by an account whose membership has expired is a new one, also of a lower tier", () => {
    const expired = membership("plus", at);
    expect(quotePurchase(wantedPlan("monthly", "pro"), expired, [], at)).toMatchObject({
      kind: "bought",
      startsAt: at,
      endsAt: "2026-12-22T12:00:00.000Z",
    });
  });

  it("a purchase of the same tier begins when the membership ends", () => {
    expect(quotePurchase(wantedPlan("2", "pro"), membership("pro", yearLater), [], at)).toMatchObject({
      kind: "renewed",
      amount: 2999,
      startsAt: yearLater,
      endsAt: "2029-11-22T12:00:00.000Z",
    });
  });

  it("a renewal ends on the day of the month on which the plan began, also after a short month", () => {
    const period = { startsAt: "2027-01-31T09:00:00.000Z", endsAt: "2027-02-28T09:00:00.000Z", paid: 499 };
    const renewing = (value: string, extraMonths = 0) =>
      quotePurchase(
        { ...wantedPlan(value, "pro"), extraMonths },
        membership("pro", period.endsAt),
        [period],
        "2027-02-10T09:00:00.000Z",
      );
    expect(renewing("monthly")).toMatchObject({ kind: "renewed", endsAt: "2027-03-31T09:00:00.000Z" });
    expect(renewing("1", 24)).toMatchObject({ startsAt: period.endsAt, endsAt: "2030-02-28T09:00:00.000Z" });
  });

  it("a purchase of PRO plus by a PRO account begins immediately, and the unused part of PRO is deducted", () => {
    const halfUsedYear = [
      { startsAt: "2026-05-24T12:00:00.000Z", endsAt: "2027-05-24T12:00:00.000Z", paid: 1999 },
    ];
    const quote = quotePurchase(
      wantedPlan("1", "plus"),
      membership("pro", halfUsedYear[0]!.endsAt),
      halfUsedYear,
      at,
    );
    // 183 of 365 days are left.
    expect(quote).toMatchObject({ kind: "converted", price: 4999, credit: 1003, amount: 3996, startsAt: at });
  });

  it("the plan for life never ends, and the unused part of the old plan is deducted from its price", () => {
    const periods = [{ startsAt: at, endsAt: yearLater, paid: 4999 }];
    const quote = quotePurchase(wantedPlan("lifetime", "plus"), membership("plus", yearLater), periods, at);
    expect(quote).toMatchObject({ kind: "converted", amount: 15000, endsAt: null });
  });

  it.each([
    ["a lower tier", "1", "pro", membership("plus", yearLater), "Downgrade"],
    ["anything after the plan for life", "1", "plus", membership("plus", null), "for life"],
    [
      "a plan with an end for an account that changed from the plan for life to PRO",
      "1",
      "plus",
      membership("pro", null),
      "for life",
    ],
    [
      "a plan that is worth less than what is left",
      "monthly",
      "plus",
      membership("pro", yearLater),
      "longer plan",
    ],
  ] as const)("a purchase of %s is refused", (_, value, level, current, message) => {
    const quote = quotePurchase(
      wantedPlan(value, level),
      current,
      [{ startsAt: at, endsAt: yearLater, paid: 5999 }],
      at,
    );
    expect(isRejection(quote) && quote.message).toContain(message);
  });

  it("at most the price is deducted when a promo code makes a plan cheaper than the unused part of the old one", () => {
    const periods = [{ startsAt: at, endsAt: yearLater, paid: 1999 }];
    const reducedPlan = { ...wantedPlan("1", "plus"), price: 999 };
    const quote = quotePurchase(reducedPlan, membership("pro", yearLater), periods, at);
    expect(quote).toMatchObject({ kind: "converted", price: 999, credit: 999, amount: 0, startsAt: at });
  });

  it("the plan for life costs nothing for somebody who had it and changed to PRO", () => {
    const periods = [{ startsAt: at, endsAt: null, paid: 19_999 }];
    const quote = quotePurchase(wantedPlan("lifetime", "plus"), membership("pro", null), periods, at);
    expect(quote).toMatchObject({ kind: "converted", credit: 19_999, amount: 0, endsAt: null });
  });

  it("nothing is deducted for the unused part of a membership that was a gift", () => {
    expect(quotePurchase(wantedPlan("1", "plus"), membership("pro", yearLater), [], at)).toMatchObject({
      credit: 0,
      amount: 4999,
    });
  });
});

describe("the credit for an unused part", () => {
  const instant = fc
    .date({ min: new Date("2025-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString());
  const period = fc
    .tuple(instant, instant, fc.nat(20_000))
    .filter(([from, to]) => from < to)
    .map(([startsAt, endsAt, paid]) => ({ startsAt, endsAt, paid }));

  it("the credit is whole cents, at most what was paid, all of it before the start, and nothing after the end", () => {
    fc.assert(
      fc.property(period, instant, (paidPeriod, moment) => {
        const credit = unusedCredit([paidPeriod], moment);
        expect(Number.isInteger(credit) && credit >= 0 && credit <= paidPeriod.paid).toBe(true);
        if (moment <= paidPeriod.startsAt) expect(credit).toBe(paidPeriod.paid);
        if (moment >= paidPeriod.endsAt) expect(credit).toBe(0);
      }),
    );
  });

  it("the credit never grows as time passes", () => {
    fc.assert(
      fc.property(period, instant, instant, (paidPeriod, one, another) => {
        const [earlier, later] = one < another ? [one, another] : [another, one];
        expect(unusedCredit([paidPeriod], later)).toBeLessThanOrEqual(unusedCredit([paidPeriod], earlier));
      }),
    );
  });
});

it("a plan renewed by hand ends when all paid months, counted from its first day, are over", () => {
  const purchaseTime = fc
    .tuple(fc.integer({ min: 2026, max: 2034 }), fc.nat(11), fc.integer({ min: 27, max: 31 }))
    .map((parts) => new Date(Date.UTC(...parts, 9)).toISOString());
  const monthsOf = { monthly: 1, "1": 12, "3": 36 } as const;
  const renewals = fc.array(fc.constantFrom("monthly", "monthly", "1", "3"), { maxLength: 20 });
  fc.assert(
    fc.property(purchaseTime, renewals, (boughtAt, values) => {
      const periods: PaidPeriod[] = [];
      let current: Membership | null = null;
      let months = 0;
      for (const value of ["monthly", ...values] as const) {
        const quote = quotePurchase(wantedPlan(value, "pro"), current, periods, boughtAt);
        if (isRejection(quote) || quote.endsAt === null) throw new Error("not sold");
        const { startsAt, endsAt, amount: paid } = quote;
        periods.push({ startsAt, endsAt, paid });
        current = membership("pro", endsAt);
        months += monthsOf[value];
        expect(endsAt).toBe(addMonths(boughtAt, months));
      }
    }),
  );
});
