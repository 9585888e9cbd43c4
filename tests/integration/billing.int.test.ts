import { beforeAll, expect, test } from "vitest";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { storeCard } from "./people.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
beforeAll(async () => {
  daybook = await sharedDaybook();
});

test("a free account has no membership and no renewal", async () => {
  const person = await daybook.newPerson();
  const noMembership = { package_name: null, subscription_length: null, expires_at: null };
  const billing = await person.call("getBilling");
  expect(billing.body).toEqual({
    billing: { ...noMembership, auto_renew: false, next_charge: null, next_amount: null },
  });
  expect((await person.call("listOrders")).body).toEqual({ orders: [] });
  const refusedAnswer = await person.call("enableAutoRenew");
  expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.error]).toEqual([
    422,
    "You have no membership to renew.",
  ]);
});

test("a person with PRO can turn automatic renewal on after storing a payment method, and off again", async () => {
  const person = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 2 });
  const refusedAnswer = await person.call("enableAutoRenew");
  expect([refusedAnswer.status, !refusedAnswer.ok && refusedAnswer.body.code]).toEqual([
    422,
    "no_payment_method",
  ]);
  expect(ok(await person.call("getBilling")).billing.auto_renew).toBe(false);
  await storeCard(person);
  const enabledAnswer = await person.call("enableAutoRenew");
  if (!enabledAnswer.ok) throw new Error(enabledAnswer.body.code);
  const { billing } = enabledAnswer.body;
  expect(billing).toMatchObject({ package_name: "standard", subscription_length: 2, auto_renew: true });
  // A plan that renews itself is charged a day before its end.
  const dayBefore = Date.parse(billing.expires_at ?? "") - 24 * 3_600_000;
  expect(billing.next_charge).toBe(new Date(dayBefore).toISOString());
  expect(billing.next_amount).toBe(29.99);
  const session = await person.call("refreshToken");
  if (!session.ok) throw new Error(session.body.code);
  person.setSession(session.body);
  expect(session.body.user.pro_membership?.auto_renew).toBe(true);
  const stoppedAnswer = await person.call("disableAutoRenew");
  expect(stoppedAnswer.ok && stoppedAnswer.body.billing).toMatchObject({
    auto_renew: false,
    next_charge: null,
  });
});

test("a visitor can read the plans with their current prices", async () => {
  const answer = await remoteDaybook(daybook.url).call("listPlans");
  if (!answer.ok) throw new Error(answer.body.code);
  const { plans, promotion } = answer.body;
  expect(plans.map(({ plan }) => [plan.name, plan.fullPrice, plan.fullPlusPrice])).toEqual([
    ["Monthly", 4.99, 9.99],
    ["1 Year", 19.99, 49.99],
    ["2 Years", 29.99, 74.99],
    ["3 Years", 39.99, 99.99],
    ["5 Years", 59.99, 149.99],
    ["Lifetime", null, 199.99],
  ]);
  const year = plans.find(({ plan }) => plan.value === "1")?.plan;
  const [price, note] = promotion ? [9.99, null] : [19.99, "only $1.66 / month!"];
  expect(year).toMatchObject({ price, note, packageName: "standard", subscription: 1 });
});
