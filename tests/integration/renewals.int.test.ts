import { randomUUID } from "node:crypto";
import { grantMembership } from "@daybook/bin/account/grant-membership";
import { addMonths } from "@daybook/domain/membership/add-months";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { storeCard, usePerson, yearWithoutRenewal } from "./people.ts";

const setup = usePerson();

type PurchaseCall = "goProLoggedIn" | "proPlusConversion" | "manualRenew";
const submission = (packageName: string, subscription: number) => ({
  membership_package_name: packageName,
  subscription,
  payment_method_nonce: "fake-valid-mastercard-nonce",
});

async function buy(call: PurchaseCall, packageName: string, subscription = 1, key: string = randomUUID()) {
  return setup.person.call(call, { body: submission(packageName, subscription), key });
}
const outcomeOf = (answer: Awaited<ReturnType<typeof buy>>) => (answer.ok ? "paid" : answer.body.code);

const readPrice = async (packageName: string, subscription = "1") =>
  ok(await setup.person.call("getProRatedPrice", { query: { package: packageName, subscription } }));
const readMembership = async () => ok(await setup.person.call("refreshToken")).user.pro_membership;

/** The amounts of the orders, newest first, in US cents. */
const readAmounts = async () =>
  ok(await setup.person.call("listOrders")).orders.map(({ order }) => Math.round(order.amount * 100));

describe("the change from PRO to PRO plus", () => {
  it("a change to PRO plus deducts the unused part of PRO as shown before the payment, and begins immediately", async () => {
    ok(await buy("goProLoggedIn", "standard", 2));
    const [paidAmount] = await readAmounts();
    const shownPrice = await readPrice("proplus");
    expect(Math.round(shownPrice.credit * 100)).toBe(paidAmount);
    expect(Math.round((shownPrice.price - shownPrice.credit) * 100)).toBe(
      Math.round(shownPrice.current_total * 100),
    );
    const body = { ...submission("proplus", 1), current_total: shownPrice.current_total };
    const { user } = ok(await setup.person.call("proPlusConversion", { body, key: randomUUID() }));
    expect([user.is_pro_plus, user.pro_membership?.package_name]).toEqual([true, "proplus"]);
    expect((await readAmounts())[0]).toBe(Math.round(shownPrice.current_total * 100));
    const yearFromNow = Date.parse(addMonths(new Date().toISOString(), 12));
    expect(Math.abs(Date.parse(user.pro_membership?.expires_at ?? "") - yearFromNow)).toBeLessThan(600_000);
  });

  it("a change to PRO plus deducts nothing for a granted plan", async () => {
    await setup.daybook.grant(setup.person, { level: "pro", years: 1 });
    expect((await readPrice("proplus")).credit).toBe(0);
    expect(outcomeOf(await buy("proPlusConversion", "proplus"))).toBe("paid");
  });

  it("a change to a plan that is worth less than the unused part of PRO is refused", async () => {
    ok(await buy("goProLoggedIn", "standard", 5));
    expect(outcomeOf(await buy("proPlusConversion", "proplusmonthly"))).toBe("invalid");
    expect(await readAmounts()).toHaveLength(1);
  });

  it("PRO can be changed to PRO plus for life, which cannot be renewed", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    ok(await buy("proPlusConversion", "ProPlusLifetime"));
    expect((await readMembership())?.expires_at).toBeNull();
    expect(outcomeOf(await buy("manualRenew", "proplus"))).toBe("invalid");
    expect(await readAmounts()).toHaveLength(2);
  });

  it("a downgraded plan for life can be changed back to PRO plus at no cost", async () => {
    ok(await buy("goProLoggedIn", "ProPlusLifetime"));
    const downgrade = await setup.person.call("plusToProDowngrade", { body: {}, key: randomUUID() });
    expect(downgrade.ok).toBe(true);
    await expect.poll(async () => (await readMembership())?.package_name).toBe("standard");
    expect(await readPrice("ProPlusLifetime")).toMatchObject({ credit: 199.99, current_total: 0 });
    ok(await buy("proPlusConversion", "ProPlusLifetime"));
    expect(await readMembership()).toMatchObject({ package_name: "ProPlusLifetime", expires_at: null });
  });

  it("a change to PRO plus keeps the automatic renewal, which a later plan for life turns off", async () => {
    ok(await buy("goProLoggedIn", "standardmonthly"));
    await storeCard(setup.person);
    ok(await setup.person.call("enableAutoRenew"));
    ok(await buy("proPlusConversion", "proplus"));
    expect((await readMembership())?.auto_renew).toBe(true);
    ok(await buy("manualRenew", "ProPlusLifetime"));
    expect((await readMembership())?.auto_renew).toBe(false);
  });

  it("a change to PRO plus is charged once when the request is repeated with its key", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    const key = randomUUID();
    ok(await buy("proPlusConversion", "proplus", 1, key));
    ok(await buy("proPlusConversion", "proplus", 1, key));
    expect(outcomeOf(await buy("proPlusConversion", "proplus"))).toBe("already_paid");
    expect(await readAmounts()).toHaveLength(2);
  });
});

describe("renewals", () => {
  it("a renewal begins when the membership ends, at the full price, and keeps the automatic renewal", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    await storeCard(setup.person);
    ok(await setup.person.call("enableAutoRenew"));
    const end = (await readMembership())?.expires_at ?? "";
    const shownPrice = await readPrice("standard", "3");
    expect(shownPrice).toMatchObject({ credit: 0, starts_at: end, ends_at: addMonths(end, 36) });
    ok(await buy("manualRenew", "standard", 3));
    expect(await readMembership()).toMatchObject({
      expires_at: addMonths(end, 36),
      subscription_length: 3,
      auto_renew: true,
    });
    ok(await buy("manualRenew", "standardmonthly"));
    expect((await readMembership())?.expires_at).toBe(addMonths(addMonths(end, 36), 1));
    expect(await readAmounts()).toHaveLength(3);
  });

  it("a renewal is deducted in full when the plan is changed later", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    ok(await buy("manualRenew", "standard"));
    const paidAmounts = await readAmounts();
    const shownPrice = await readPrice("proplus");
    expect(Math.round(shownPrice.credit * 100)).toBe(paidAmounts.reduce((sum, amount) => sum + amount, 0));
  });

  it("a renewal that two tabs request concurrently is charged once", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    const end = (await readMembership())?.expires_at ?? "";
    const body = { ...submission("standard", 1), starts_at: (await readPrice("standard")).starts_at };
    const renew = () => setup.person.call("manualRenew", { body, key: randomUUID() });
    const answers = await Promise.all([renew(), renew()]);
    // The second request comes while the first order is open, or later, with a `starts_at` that is no longer right.
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1);
    expect(["payment_pending", "invalid"]).toContain(answers.map(outcomeOf).find((code) => code !== "paid"));
    expect(await readAmounts()).toHaveLength(2);
    expect((await readMembership())?.expires_at).toBe(addMonths(end, 12));
  });

  it("a renewal from a page that was opened before another renewal is refused with the reason", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    const body = { ...submission("standard", 1), starts_at: (await readPrice("standard")).starts_at };
    ok(await setup.person.call("manualRenew", { body, key: randomUUID() }));
    const answer = await setup.person.call("manualRenew", { body, key: randomUUID() });
    expect([answer.status, outcomeOf(answer)]).toEqual([422, "invalid"]);
    expect(!answer.ok && answer.body.fields).toHaveProperty("starts_at");
    expect(await readAmounts()).toHaveLength(2);
    // A request without `starts_at`, as other programs send it, is another renewal.
    ok(await buy("manualRenew", "standard"));
  });

  it("a renewal of a membership that has expired begins immediately, with each of the three calls", async () => {
    for (const [call, packageName] of [
      ["goProLoggedIn", "standard"],
      ["proPlusConversion", "proplus"],
      ["manualRenew", "standardmonthly"],
    ] as const) {
      setup.person = await setup.daybook.newPerson();
      const { id } = setup.person.session?.user ?? { id: 0 };
      const expiresAt = "2020-01-01T00:00:00.000Z";
      await grantMembership(
        setup.daybook.platform.store,
        id,
        { ...yearWithoutRenewal, expiresAt },
        Date.now(),
      );
      expect(outcomeOf(await buy(call, packageName))).toBe("paid");
      expect(Date.parse((await readMembership())?.expires_at ?? "")).toBeGreaterThan(Date.now());
    }
  });

  it("a renewal with a plan of another tier is refused", async () => {
    ok(await buy("goProLoggedIn", "standard"));
    expect(outcomeOf(await buy("manualRenew", "proplus"))).toBe("invalid");
    ok(await buy("proPlusConversion", "proplus"));
    expect(outcomeOf(await buy("manualRenew", "standard"))).toBe("invalid");
  });
});
