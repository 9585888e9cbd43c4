import type { Plan } from "@daybook/domain/contract/plans";
import { expect, test } from "vitest";
import { offerPlans, yearOf, priceForVisitor } from "./plan-choices.ts";
import { samplePlan } from "../testing/sample-plan.ts";

const year: Plan = { ...samplePlan, plusPrice: 39.99, fullPlusPrice: 39.99 };
const plusOnly: Plan = {
  ...year,
  value: "monthly",
  name: "1 Month",
  price: null,
  packageName: null,
  plusPackageName: "month",
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
    [39.99, "month"],
  ]);
});

test("a user with a plan for life can buy nothing, except PRO plus for life when the plan is in PRO", () => {
  const forLife: Plan = {
    ...plusOnly,
    value: "lifetime",
    name: "Lifetime",
    plusPackageName: "ProPlusLifetime",
  };
  const offeredTo = (user: typeof pro) =>
    offerPlans([year, forLife], { ...user, pro_membership: membership(null) }).map(({ choice }) => choice);
  expect(offeredTo(plus)).toEqual([]);
  expect(offeredTo(pro)).toMatchObject([{ call: "proPlusConversion", packageName: "ProPlusLifetime" }]);
});

test("the offered year is in PRO plus for users who have PRO plus, and in PRO for all others", () => {
  expect(
    [free, pro, plus, expired].map((user) => yearOf([plusOnly, year], user)?.choice.packageName),
  ).toEqual(["standard", "standard", "proplus", "standard"]);
  expect(yearOf([plusOnly], free)).toBeUndefined();
});

const monthly = { ...plusOnly, plusPackageName: "proplusmonthly" };
const lifetime = { ...plusOnly, plusPackageName: "ProPlusLifetime" };

test.each([
  ["standard", 1, 19.99, "2028-02-29T12:00:00.000Z", "2029-02-28T12:00:00.000Z"],
  ["proplusmonthly", 1, 39.99, "2027-01-31T12:00:00.000Z", "2027-02-28T12:00:00.000Z"],
  ["ProPlusLifetime", 1, 39.99, "2027-01-31T12:00:00.000Z", null],
  ["unknown", 1, null, "2027-01-31T12:00:00.000Z", null],
])("what %s costs a visitor, and when it ends", (packageName, subscription, price, start, end) => {
  const choice = { call: "goProLoggedOut", packageName, subscription, level: "pro" } as const;
  const quote = priceForVisitor([year, monthly, lifetime], choice, Date.parse(start));
  expect(quote && [quote.current_total, quote.credit, quote.starts_at]).toEqual(price && [price, 0, start]);
  expect(quote?.ends_at ?? null).toBe(end);
});
