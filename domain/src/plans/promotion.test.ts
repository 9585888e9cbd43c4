import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosePrice } from "./choose-price.ts";
import { powerUserOffer, renewOffer } from "./offers.ts";
import { plans, tierPlans } from "./plan-table.ts";
import { bestPromotion, halfPrice, planKey, priceAsked, type Promotion, summerSaleAt } from "./promotion.ts";

const july = "2026-07-04T12:00:00.000Z";
const summer = summerSaleAt(july);

const createPromotion = (changes: Partial<Promotion>): Promotion => ({
  ...halfPrice,
  id: "code-1",
  name: "Spring",
  kind: "code",
  promoCode: "SPRING",
  startsAt: "2026-01-01T00:00:00.000Z",
  endsAt: "2027-01-01T00:00:00.000Z",
  ...changes,
});

describe("the summer sale", () => {
  it.each([
    ["2026-05-31T23:59:59.999Z", null],
    ["2026-06-01T00:00:00.000Z", "summer-2026"],
    ["2026-08-31T23:59:59.999Z", "summer-2026"],
    ["2026-09-01T00:00:00.000Z", null],
    ["2027-06-01T00:00:00.000Z", "summer-2027"],
  ])("the summer sale at %s is %s", (at, id) => expect(summerSaleAt(at)?.id ?? null).toBe(id));
});

describe("prices", () => {
  const flash: Promotion = createPromotion({ kind: "flash", promoCode: null });
  const powerUser = powerUserOffer({ membership: null, entryCount: 15, seenAt: null }, july);
  // The plan, and its price in US cents: in full, in a sale at half price, with a code for 30 percent less, with a code for one plan.
  it.each([
    ["standardmonthly:1", 499, 499, 499, 499],
    ["proplusmonthly:1", 999, 999, 999, 999],
    ["standard:1", 1999, 999, 1399, 900],
    ["proplus:1", 4999, 2499, 3499, 4999],
    ["standard:2", 2999, 1499, 2099, 2999],
    ["proplus:2", 7499, 3749, 5249, 7499],
    ["standard:3", 3999, 1999, 2799, 3999],
    ["proplus:3", 9999, 4999, 6999, 9999],
    ["standard:5", 5999, 2999, 4199, 5999],
    ["proplus:5", 14999, 7499, 10499, 14999],
    ["ProPlusLifetime:1", 19999, 19999, 19999, 19999],
  ])(
    "the prices of %s are right in full, in sales and with promo codes",
    (key, full, half, thirtyLess, withOnePlanCode) => {
      const wantedPlan = tierPlans.find((plan) => planKey(plan) === key);
      if (!wantedPlan) throw new Error("no such plan");
      expect(priceAsked(wantedPlan, null)).toBe(full);
      for (const sale of [summer, flash, powerUser]) expect(priceAsked(wantedPlan, sale)).toBe(half);
      expect(priceAsked(wantedPlan, renewOffer(july))).toBe(full);
      expect(priceAsked(wantedPlan, createPromotion({ percent: 30 }))).toBe(thirtyLess);
      expect(priceAsked(wantedPlan, createPromotion({ price: 900, planKeys: ["standard:1"] }))).toBe(
        withOnePlanCode,
      );
    },
  );

  it("the table above has the prices of every plan in every tier", () => expect(tierPlans).toHaveLength(11));

  it("prices with a promo code are whole cents, and never more than the full price", () => {
    const anyCode = fc.record({
      percent: fc.integer({ min: 0, max: 100 }),
      price: fc.option(fc.nat(30_000)),
      planKeys: fc.option(fc.subarray(tierPlans.map(planKey))),
    });
    fc.assert(
      fc.property(fc.constantFrom(...tierPlans), anyCode, (wantedPlan, changes) => {
        const price = priceAsked(wantedPlan, createPromotion(changes));
        expect(Number.isInteger(price) && price >= 0 && price <= wantedPlan.offer.fullPrice).toBe(true);
      }),
    );
  });
});

describe("the best promotion", () => {
  it("the best promotion has the highest percentage; of equal ones, the first is the best", () => {
    const flash = createPromotion({ id: "flash-1", kind: "flash" });
    expect(bestPromotion([null, summer, flash])).toBe(summer);
    expect(bestPromotion([flash, summer])).toBe(flash);
    expect(bestPromotion([summer, createPromotion({ percent: 60 })])?.percent).toBe(60);
    expect(bestPromotion([null])).toBeNull();
  });
});

describe("prices with a promo code", () => {
  const [wantedPlan] = tierPlans.filter((plan) => planKey(plan) === "standard:1");
  const choose = (codePromotion: Promotion | null, automaticPromotion = summer) => {
    if (!wantedPlan) throw new Error("no such plan");
    const { price, extraMonths, promotion } = choosePrice(wantedPlan, automaticPromotion, codePromotion);
    return [price, extraMonths, promotion?.id ?? null];
  };

  it("a promo code sets the price only when the price of the sale is higher", () => {
    expect(choose(createPromotion({ percent: 60 }))).toEqual([799, 0, "code-1"]);
    expect(choose(createPromotion({ percent: 50 }))).toEqual([999, 0, "summer-2026"]);
    expect(choose(createPromotion({ percent: 20 }))).toEqual([999, 0, "summer-2026"]);
    expect(choose(createPromotion({ percent: 20 }), null)).toEqual([1599, 0, "code-1"]);
    expect(choose(null, null)).toEqual([1999, 0, null]);
  });

  it("a promo code that only adds months keeps the price of the sale", () => {
    expect(choose(renewOffer(july))).toEqual([999, 24, "renew-two-years"]);
    expect(choose(renewOffer(july), null)).toEqual([1999, 24, "renew-two-years"]);
  });
});

describe("notes of plans", () => {
  it("the notes of plans name the full price per month, with an error of less than a cent", () => {
    for (const { months, pro, plus } of plans) {
      for (const offer of [pro, plus]) {
        const cents = Math.round(Number(/\$(\d+\.\d\d)/.exec(offer?.note ?? "")?.[1]) * 100);
        if (!offer?.note || months === null) continue;
        expect(Math.abs(cents - offer.fullPrice / months)).toBeLessThan(1);
      }
    }
  });
});
