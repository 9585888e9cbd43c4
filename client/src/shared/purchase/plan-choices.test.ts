import type { Plan } from "@daybook/domain/contract/plans";
import { expect, test } from "vitest";
import { offerPlans, offeredYear, priceForVisitor } from "./plan-choices.ts";
import { samplePlan } from "../testing/sample-plan.ts";

const year: Plan = { ...samplePlan, plusPrice: 39.99, fullPlusPrice: 39.99 };
const plusOnly: Plan = {
  ...year,
  value: "monthly",
  name: "1 Month",
  price: null,
  packageName: null,
  plusPackageName: "proplusmonthly",
};
const lifetime: Plan = {
  ...plusOnly,
  value: "lifetime",
  name: "Lifetime",
  plusPackageName: "ProPlusLifetime",
};
const membership = (expiresAt: string | null) => ({
  package_name: "standard",
  subscription_length: 1,
  expires_at: expiresAt,
  auto_renew: false,
});
const endingMembership = membership("2027-11-22T12:00:00.000Z");

const free = { is_pro: false, is_pro_plus: false, pro_membership: null };
const pro = { is_pro: true, is_pro_plus: false, pro_membership: endingMembership };
const plus = { is_pro: true, is_pro_plus: true, pro_membership: endingMembership };
const expired = { ...free, pro_membership: endingMembership };

test.each([
  ["a free user buys a first plan", free, ["goProLoggedIn", "goProLoggedIn", "goProLoggedIn"]],
  ["PRO is renewed or converted", pro, ["manualRenew", "proPlusConversion", "proPlusConversion"]],
  ["PRO plus is renewed", plus, ["manualRenew", "manualRenew"]],
  [
    "an expired plan is renewed or converted",
    expired,
    ["manualRenew", "proPlusConversion", "proPlusConversion"],
  ],
])("%s", (_, user, calls) =>
  expect(offerPlans([year, plusOnly], user).map(({ choice }) => choice.call)).toEqual(calls),
);

test("each plan has the price and the package of its tier", () => {
  expect(offerPlans([year, plusOnly], free).map(({ price, choice }) => [price, choice.packageName])).toEqual([
    [19.99, "standard"],
    [39.99, "proplus"],
    [39.99, "proplusmonthly"],
  ]);
});

test("a user with a plan for life can buy nothing, except PRO plus for life when the plan is in PRO", () => {
  const offeredTo = (user: typeof pro) =>
    offerPlans([year, lifetime], { ...user, pro_membership: membership(null) }).map(({ choice }) => choice);
  expect(offeredTo(plus)).toEqual([]);
  expect(offeredTo(pro)).toMatchObject([{ call: "proPlusConversion", packageName: "ProPlusLifetime" }]);
});

test("the offered year is in PRO plus for users who have PRO plus, and in PRO for all others", () => {
  expect(
    [free, pro, plus, expired].map((user) => offeredYear([plusOnly, year], user)?.choice.packageName),
  ).toEqual(["standard", "standard", "proplus", "standard"]);
  expect(offeredYear([plusOnly], free)).toBeUndefined();
});

test.each([
  ["standard", 1, 19.99, "2028-02-29T12:00:00.000Z", "2029-02-28T12:00:00.000Z"],
  ["proplusmonthly", 1, 39.99, "2027-01-31T12:00:00.000Z", "2027-02-28T12:00:00.000Z"],
  ["ProPlusLifetime", 1, 39.99, "2027-01-31T12:00:00.000Z", null],
])(
  "priceForVisitor returns the price, the start and the end of %s",
  (packageName, subscription, price, start, end) => {
    const choice = { call: "goProLoggedOut", packageName, subscription, level: "pro" } as const;
    expect(priceForVisitor([year, plusOnly, lifetime], choice, Date.parse(start))).toEqual({
      price,
      credit: 0,
      current_total: price,
      starts_at: start,
      ends_at: end,
    });
  },
);

test("a plan that is not in the list has no price for a visitor", () => {
  const choice = { call: "goProLoggedOut", packageName: "unknown", subscription: 1, level: "pro" } as const;
  expect(priceForVisitor([year], choice, 0)).toBeNull();
});
