import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plans } from "./plan-table.ts";
import { priceAsked, summerSaleAt } from "./promotion.ts";

const july = summerSaleAt("2026-07-04T12:00:00.000Z");

describe("the summer sale", () => {
  it.each([
    ["2026-05-31T23:59:59.999Z", null],
    ["2026-06-01T00:00:00.000Z", "summer-2026"],
    ["2026-08-31T23:59:59.999Z", "summer-2026"],
    ["2026-09-01T00:00:00.000Z", null],
    ["2027-06-01T00:00:00.000Z", "summer-2027"],
  ])("at %s is %s", (at, id) => expect(summerSaleAt(at)?.id ?? null).toBe(id));

  it("halves the price of yearly plans, rounded down to the cent", () => {
    const prices = plans.map((plan) => [
      plan.pro && priceAsked(plan, plan.pro.fullPrice, july),
      priceAsked(plan, plan.plus.fullPrice, july),
    ]);
    expect(prices).toEqual([
      [499, 999],
      [999, 2499],
      [1499, 3749],
      [1999, 4999],
      [2999, 7499],
      [null, 19999],
    ]);
  });

  it("never asks for more than the full price, and for whole cents", () => {
    const anyPlan = fc.constantFrom(...plans);
    fc.assert(
      fc.property(anyPlan, fc.nat(100_000), fc.integer({ min: 0, max: 100 }), (plan, fullPrice, percent) => {
        const price = priceAsked(plan, fullPrice, july && { ...july, percent });
        expect(Number.isInteger(price) && price >= 0 && price <= fullPrice).toBe(true);
      }),
    );
  });
});

describe("the notes", () => {
  it("name the full price of a month to within a cent", () => {
    for (const { months, pro, plus } of plans) {
      for (const offer of [pro, plus]) {
        const cents = Math.round(Number(/\$(\d+\.\d\d)/.exec(offer?.note ?? "")?.[1]) * 100);
        if (!offer?.note || months === null) continue;
        expect(Math.abs(cents - offer.fullPrice / months)).toBeLessThan(1);
      }
    }
  });
});
