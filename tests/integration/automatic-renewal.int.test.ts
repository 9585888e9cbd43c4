import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import { storePaymentMethod } from "@daybook/application/payment-methods/store-method";
import { followLog } from "@daybook/application/reminders/follow-log";
import { runReconcile } from "@daybook/bin/billing/run-reconcile";
import { readConfig } from "@daybook/platform/config";
import { remoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { addDays } from "@daybook/domain/account/tier";
import { addMonths } from "@daybook/domain/membership/add-months";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { contextOf } from "./call-context.ts";
import { monthlyMembership, useRenewals, yearlyMembership } from "./renewal-job.ts";

const renewals = useRenewals();
const { setup, giveMembership, storeCard, runAt, readOrders, readEvents, readMailTemplates, readState } =
  renewals;
const { readMembership, readMail, rowsOf, sendMails } = renewals;

const decliningApp = (): Application => ({
  ...setup.app,
  payments: { ...setup.app.payments, charge: async () => ({ kind: "declined", code: "2001" }) },
});
const renewedState = { orders: ["finished 1"], events: ["MembershipAutoRenewed"] };

describe("memberships that renew themselves", () => {
  it("a yearly renewal is announced 7 days before and paid a day before the end, once each, and stays turned on", async () => {
    await giveMembership(yearlyMembership);
    await storeCard();
    await runAt(-8);
    expect([await readMailTemplates(), await readEvents()]).toEqual([[], []]);
    for (const days of [-7, -6, -2]) await runAt(days);
    expect([await readMailTemplates(), await readOrders()]).toEqual([["renewal_upcoming"], []]);
    expect(await readMail("Your plan renews soon")).toContain("for $19.99 (USD)");
    for (const days of [-1, -0.9, 0, 3]) await runAt(days);
    expect(await readState()).toEqual({
      orders: ["finished 1"],
      events: ["RenewalAnnounced", "MembershipAutoRenewed"],
    });
    expect(await readMailTemplates()).toEqual(["receipt", "renewal_upcoming"]);
    const end = addMonths(setup.endsAt, 12);
    expect(await readMembership()).toMatchObject({ expires_at: end, auto_renew: true });
    expect(ok(await setup.person.call("getBilling")).billing.next_charge).toBe(addDays(end, -1));
    const config = readConfig({
      DATABASE_URL: setup.daybook.databaseUrl,
      DAYBOOK_DATA: setup.daybook.platform.dataFolder.path,
    });
    expect(await runReconcile(30, config, () => {})).toBe(0);
    const [order] = ok(await setup.person.call("listOrders")).orders;
    expect(order?.order).toMatchObject({ description: "PRO, 1 Year", amount: 19.99, card_last_four: "1881" });
  });

  it("the renewal of a monthly plan is not announced", async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
    for (const days of [-7, -1]) await runAt(days);
    expect([await readState(), await readMailTemplates()]).toEqual([renewedState, ["receipt"]]);
    expect((await readMembership())?.expires_at).toBe(addMonths(setup.endsAt, 1));
  });

  it("a membership expires after three declined charges, with a mail for each", async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
    for (const days of [-1, -0.5, 2.4]) await runAt(days, decliningApp());
    expect([await readEvents(), await readOrders()]).toEqual([["RenewalPaymentFailed"], ["declined 0"]]);
    expect(await readMail("Your plan could not be renewed")).toContain("We try again on");
    for (const days of [2.5, 5.9]) await runAt(days, decliningApp());
    expect(await readOrders()).toHaveLength(2);
    for (const days of [6, 6.5, 8, 30]) await runAt(days, decliningApp());
    expect(await readState()).toEqual({
      orders: ["declined 0", "declined 0", "declined 0"],
      events: [...Array.from({ length: 3 }, () => "RenewalPaymentFailed"), "MembershipExpired"],
    });
    expect(await readMailTemplates()).toEqual([
      "membership_expired",
      "payment_failed",
      "payment_failed",
      "payment_failed",
    ]);
    expect(await readMail("Your plan has ended")).toContain("/app/renew");
  });

  it("a declined renewal is paid at a later attempt, and the new period begins at the end of the old one", async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
    await runAt(-1, decliningApp());
    await runAt(2.5);
    expect(await readOrders()).toEqual(["declined 0", "finished 1"]);
    expect((await readMembership())?.expires_at).toBe(addMonths(setup.endsAt, 1));
    // The mail about the failure was not sent yet. It is no longer true, so it is dropped.
    await sendMails();
    const failedMails = "SELECT state FROM outbox.mails WHERE user_id = $1 AND template = 'payment_failed'";
    await expect
      .poll(async () => (await rowsOf<{ state: string }>(failedMails)).map(({ state }) => state))
      .toEqual(["dropped"]);
  });

  it("a new card pays a declined renewal at the next run, and the new period begins at the old end", async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
    await runAt(-1, decliningApp());
    await runAt(-0.5);
    expect(await readOrders()).toEqual(["declined 0"]);
    // The person stores another card through a process with the same clock as the job.
    const nonce = "fake-valid-mastercard-nonce";
    const storedMethod = await storePaymentMethod(setup.app, contextOf(setup.app, setup.userId), nonce);
    expect(storedMethod).toMatchObject({ details: { lastFour: expect.any(String) } });
    await runAt(-0.5);
    expect(await readOrders()).toEqual(["declined 0", "finished 1"]);
    expect((await readMembership())?.expires_at).toBe(addMonths(setup.endsAt, 1));
    await runAt(2.5);
    expect(await readOrders()).toHaveLength(2);
  });

  it("a membership without a stored payment method expires without an order", async () => {
    await giveMembership(monthlyMembership);
    for (const days of [-1, 2.5, 6]) await runAt(days);
    expect([(await readEvents()).length, await readOrders()]).toEqual([4, []]);
    expect(await readMailTemplates()).toEqual(["membership_expired", ...Array(3).fill("payment_failed")]);
    expect(await readMail("Your plan could not be renewed")).toContain("There is no payment method");
  });

  it("a membership whose renewal is turned off while the order begins is not charged", async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
    const begin: Application["orders"]["begin"] = async (...order) => {
      const hasBegun = await setup.app.orders.begin(...order);
      ok(await setup.person.call("disableAutoRenew"));
      return hasBegun;
    };
    await runAt(-1, { ...setup.app, orders: { ...setup.app.orders, begin } });
    expect([await readOrders(), await readEvents()]).toEqual([["released 0"], []]);
    await runAt(0);
    expect([await readEvents(), await readMailTemplates()]).toEqual([
      ["MembershipExpired"],
      ["membership_expired"],
    ]);
  });

  it("a renewal waits while another order of the account is open", async () => {
    await giveMembership(monthlyMembership);
    await storeCard();
    const body = {
      membership_package_name: "standardmonthly",
      subscription: 1,
      payment_method_nonce: "fake-valid-nonce",
    };
    await setup.person.call("manualRenew", { body, key: randomUUID() });
    await rowsOf("UPDATE payments.orders SET status = 'started' WHERE account_id = $1");
    setup.endsAt = (await readMembership())?.expires_at ?? "";
    await runAt(-1);
    expect(await readOrders()).toEqual(["started 1"]);
    await rowsOf("UPDATE payments.orders SET status = 'finished' WHERE account_id = $1");
    await runAt(-0.9);
    expect(await readOrders()).toEqual(["finished 1", "finished 1"]);
  });
});

describe("memberships that do not renew themselves", () => {
  it("a membership that does not renew itself expires at its end, with one mail", async () => {
    await giveMembership({ ...monthlyMembership, autoRenew: false });
    await runAt(-0.1);
    expect(await readEvents()).toEqual([]);
    for (const days of [0, 1]) await runAt(days);
    expect([await readState(), await readMailTemplates()]).toEqual([
      { orders: [], events: ["MembershipExpired"] },
      ["membership_expired"],
    ]);
  });

  it("the end of a membership that ended long ago is recorded without a mail", async () => {
    await giveMembership({ ...monthlyMembership, autoRenew: false }, "2020-01-01T00:00:00.000Z");
    await runAt(-30);
    expect([await readEvents(), await readMailTemplates()]).toEqual([["MembershipExpired"], []]);
  });

  it("a deleted account has no row in payments.renewals", async () => {
    await giveMembership({ ...monthlyMembership, autoRenew: false });
    await runAt(-30);
    const countRenewalRows = async () =>
      (await rowsOf("SELECT FROM payments.renewals WHERE account_id = $1")).length;
    expect(await countRenewalRows()).toBe(1);
    ok(await setup.person.call("deleteAccount", { body: { password: "and so to bed 1660" } }));
    await expect.poll(countRenewalRows).toBe(0);
    await runAt(1);
    expect([await countRenewalRows(), await readEvents()]).toEqual([0, []]);
  });
});

it("for reminders, a membership counts as paid until 6 days after its end while its renewal is turned on, and until its end otherwise", async () => {
  const readPaidUntil = async () => {
    await followLog(setup.app, new AbortController().signal);
    const rows = await rowsOf<{ end: number }>(
      'SELECT paid_until::float8 AS "end" FROM schedule.owners WHERE user_id = $1',
    );
    return rows.map(({ end }) => new Date(end).toISOString());
  };
  await giveMembership(monthlyMembership);
  expect(await readPaidUntil()).toEqual([addDays(setup.endsAt, 6)]);
  ok(await setup.person.call("disableAutoRenew"));
  expect(await readPaidUntil()).toEqual([setup.endsAt]);
  await storeCard();
  ok(await setup.person.call("enableAutoRenew"));
  expect(await readPaidUntil()).toEqual([addDays(setup.endsAt, 6)]);
});

it("an account counts as paid for 6 days after the end while its renewal is tried, and not longer", async () => {
  const now = new Date(setup.now).toISOString();
  const logIn = () =>
    remoteDaybook(setup.daybook.url).call("login", {
      body: { email: setup.person.session?.user.email ?? "", password: "and so to bed 1660" },
    });
  await giveMembership(monthlyMembership, addDays(now, -5.9));
  expect((await logIn()).status).toBe(200);
  const session = ok(await setup.person.call("refreshToken"));
  expect([session.user.is_pro, session.expired_pro]).toEqual([true, false]);
  // A person who turns the renewal off in these days has no membership any more, and cannot turn it on again.
  ok(await setup.person.call("disableAutoRenew"));
  expect((await logIn()).status).toBe(403);
  expect((await setup.person.call("enableAutoRenew")).status).toBe(422);
  await giveMembership(monthlyMembership, addDays(now, -6.1));
  expect((await logIn()).status).toBe(403);
});
