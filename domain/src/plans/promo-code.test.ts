import { describe, expect, it } from "vitest";
import type { Membership } from "../account/tier.ts";
import { canRenew, powerUserOffer } from "./offers.ts";
import { findPlan } from "./plan-table.ts";
import { checkPromoCode, parsePromoCode, type UseLimits } from "./promo-code.ts";
import { halfPrice, type Promotion } from "./promotion.ts";

const spring: Promotion = {
  ...halfPrice,
  id: "code-1",
  name: "Spring",
  kind: "code",
  promoCode: "SPRING",
  startsAt: "2027-03-01T00:00:00.000Z",
  endsAt: "2027-04-01T00:00:00.000Z",
};
const duringPromotion = "2027-03-15T00:00:00.000Z";
const unlimited: UseLimits = { maxUses: null, maxUsesPerAccount: null };

function outcomeOf({
  promotion = spring,
  limits = unlimited,
  uses = { all: 0, byAccount: 0 },
  packageName = "standard",
  at = duringPromotion,
}): string {
  const wantedPlan = findPlan(packageName, 1);
  if (!wantedPlan) throw new Error("no such plan");
  return checkPromoCode(promotion, limits, uses, wantedPlan, at)?.message ?? "accepted";
}

describe("promo codes", () => {
  it.each([
    ["2027-02-28T23:59:59.999Z", "This promo code is not valid yet."],
    ["2027-03-01T00:00:00.000Z", "accepted"],
    ["2027-03-31T23:59:59.999Z", "accepted"],
    ["2027-04-01T00:00:00.000Z", "This promo code has ended."],
  ])("the check of a promo code at %s gives: %s", (at, message) => expect(outcomeOf({ at })).toBe(message));

  it("a promo code has ended when its end was moved to before its start", () => {
    const promotion = { ...spring, endsAt: "2027-02-01T00:00:00.000Z" };
    expect(outcomeOf({ promotion, at: "2027-02-15T00:00:00.000Z" })).toBe("This promo code has ended.");
  });

  it("a promo code is for its plans only", () => {
    expect(outcomeOf({ packageName: "standardmonthly" })).toBe("This promo code is not for this plan.");
    const promotion = { ...spring, planKeys: ["standardmonthly:1"] };
    expect(outcomeOf({ promotion, packageName: "standardmonthly" })).toBe("accepted");
    expect(outcomeOf({ promotion })).toBe("This promo code is not for this plan.");
  });

  it("a promo code can be used as often as its limits allow, in all and by one account", () => {
    const limits = { maxUses: 2, maxUsesPerAccount: 1 };
    expect(outcomeOf({ limits, uses: { all: 1, byAccount: 0 } })).toBe("accepted");
    expect(outcomeOf({ limits, uses: { all: 1, byAccount: 1 } })).toBe(
      "You have used this promo code already.",
    );
    expect(outcomeOf({ limits, uses: { all: 2, byAccount: 0 } })).toBe("This promo code has been used up.");
  });

  it("a promo code is one word, and upper and lower case do not matter", () => {
    expect(parsePromoCode(" spring-26 ")).toBe("SPRING-26");
    expect(["SPRING-26", "A_1", "4EVER"].map(parsePromoCode)).toEqual(["SPRING-26", "A_1", "4EVER"]);
    expect(["AB", "TWO WORDS", "-A1", "É12", "A1\u0000B"].map(parsePromoCode)).toEqual(Array(5).fill(null));
  });
});

const membership = (expiresAt: string | null): Membership => ({
  level: "pro",
  packageName: "standard",
  subscriptionLength: 1,
  expiresAt,
  autoRenew: false,
});
const yearLater = "2028-03-15T00:00:00.000Z";

describe("offers for power users", () => {
  const free = { membership: null, entryCount: 15, seenAt: null };

  it("the offer for power users is for accounts with 15 entries and no membership, not even an expired one", () => {
    expect(powerUserOffer(free, duringPromotion)?.percent).toBe(50);
    expect(powerUserOffer({ ...free, entryCount: 14 }, duringPromotion)).toBeNull();
    expect(powerUserOffer({ ...free, membership: membership(yearLater) }, duringPromotion)).toBeNull();
    expect(powerUserOffer({ ...free, membership: membership(duringPromotion) }, duringPromotion)).toBeNull();
  });

  it("the offer for power users lasts seven days after it was seen, also when entries are deleted", () => {
    const seenOffer = { membership: null, entryCount: 3, seenAt: duringPromotion };
    expect(powerUserOffer(seenOffer, duringPromotion)?.endsAt).toBe("2027-03-22T00:00:00.000Z");
    expect(powerUserOffer(seenOffer, "2027-03-21T23:59:59.999Z")?.endsAt).toBe("2027-03-22T00:00:00.000Z");
    expect(powerUserOffer({ ...seenOffer, entryCount: 400 }, "2027-03-22T00:00:00.000Z")).toBeNull();
  });
});

it("a membership with an end can be renewed, also when it has expired", () => {
  expect([null, membership(null), membership(duringPromotion), membership(yearLater)].map(canRenew)).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
