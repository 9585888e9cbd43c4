import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());

test("a free account has no membership and no renewal", async () => {
  const person = await daybook.newPerson();
  const nothing = { package_name: null, subscription_length: null, expires_at: null };
  const billing = await person.call("getBilling");
  expect(billing.body).toEqual({ billing: { ...nothing, auto_renew: false, next_charge: null } });
  expect((await person.call("listOrders")).body).toEqual({ orders: [] });
  const refused = await person.call("enableAutoRenew");
  expect([refused.status, !refused.ok && refused.body.error]).toEqual([
    422,
    "You have no membership to renew.",
  ]);
});

test("the owner can turn automatic renewal on and off", async () => {
  const person = await daybook.newPerson();
  await daybook.grant(person, { level: "pro", years: 2 });
  const renewing = await person.call("enableAutoRenew");
  if (!renewing.ok) throw new Error(renewing.body.code);
  const { billing } = renewing.body;
  expect(billing).toMatchObject({ package_name: "standard", subscription_length: 2, auto_renew: true });
  expect(billing.next_charge).toBe(billing.expires_at);
  const session = await person.call("refreshToken");
  if (!session.ok) throw new Error(session.body.code);
  person.adopt(session.body);
  expect(session.body.user.pro_membership?.auto_renew).toBe(true);
  const stopped = await person.call("disableAutoRenew");
  expect(stopped.ok && stopped.body.billing).toMatchObject({ auto_renew: false, next_charge: null });
});
