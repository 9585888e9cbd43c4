import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { useRenewals, yearlyMembership } from "./renewal-job.ts";

const renewals = useRenewals();
const { setup, giveMembership, storeCard, runAt, readOrders, readEvents, readMailTemplates } = renewals;

const plusYear = { ...yearlyMembership, level: "plus", packageName: "proplus" } as const;
/** A gift. No plan of 4 years is sold. */
const fourYears = { ...yearlyMembership, subscriptionLength: 4 } as const;

describe("renewals that were announced before a downgrade", () => {
  async function announceThenDowngrade(): Promise<void> {
    await giveMembership(plusYear);
    await storeCard();
    await runAt(-6.5);
    expect([await readMailTemplates(), await readEvents()]).toEqual([
      ["renewal_upcoming"],
      ["RenewalAnnounced"],
    ]);
    const body = { client: "web" };
    const { operation } = ok(await setup.person.call("plusToProDowngrade", { body, key: randomUUID() }));
    const status = async () => {
      const input = { params: { operationId: String(operation.id) }, query: { token: operation.token } };
      return ok(await setup.person.call("getOperation", input)).operation.status;
    };
    await expect.poll(status, { timeout: 60_000 }).toBe("done");
    expect((await renewals.readMembership())?.package_name).toBe("standard");
  }
  const eventsAfterSecondAnnouncement = ["RenewalAnnounced", "MembershipDowngraded", "RenewalAnnounced"];
  const mailsAfterSecondAnnouncement = ["downgraded", "renewal_upcoming", "renewal_upcoming"];

  it("a renewal announced before the downgrade to PRO is announced once more and charged at the new price", async () => {
    await announceThenDowngrade();
    for (const days of [-6.4, -6.3, -2]) await runAt(days);
    expect([await readEvents(), await readMailTemplates(), await readOrders()]).toEqual([
      eventsAfterSecondAnnouncement,
      mailsAfterSecondAnnouncement,
      [],
    ]);
    const mail = await renewals.readMail("Your plan renews soon");
    expect(mail).toContain("Your plan PRO, 1 Year ends");
    expect(mail).toContain("It renews itself for $19.99");
    await runAt(-1);
    expect(await readOrders()).toEqual(["finished 1"]);
    expect(await renewals.rowsOf("SELECT amount FROM payments.orders WHERE account_id = $1")).toEqual([
      { amount: 1999 },
    ]);
  });

  it("a renewal announced before the downgrade to PRO is announced again, also when another card is stored in between", async () => {
    await announceThenDowngrade();
    await storeCard();
    await runAt(-6);
    expect([await readEvents(), await readMailTemplates()]).toEqual([
      eventsAfterSecondAnnouncement,
      mailsAfterSecondAnnouncement,
    ]);
    await runAt(-1);
    expect(await readOrders()).toEqual(["finished 1"]);
  });
});

describe("plans that are not sold", () => {
  it("a plan that is not sold cannot be set to renew itself", async () => {
    await giveMembership({ ...fourYears, autoRenew: false });
    await storeCard();
    const answer = await setup.person.call("enableAutoRenew");
    expect([answer.status, answer.ok ? "" : answer.body.code]).toEqual([422, "plan_not_sold"]);
    const { billing } = ok(await setup.person.call("getBilling"));
    expect([billing.auto_renew, billing.next_charge]).toEqual([false, null]);
  });

  it("a plan that is not sold is not charged even if it is set to renew itself, and one mail says why", async () => {
    await giveMembership(fourYears);
    await storeCard();
    expect(ok(await setup.person.call("getBilling")).billing.next_charge).toBeNull();
    for (const days of [-7, -1, 0, 2.5, 5.9]) await runAt(days);
    expect([await readEvents(), await readMailTemplates()]).toEqual([
      ["RenewalPaymentFailed"],
      ["payment_failed"],
    ]);
    const mail = await renewals.readMail("Your plan could not be renewed");
    expect(mail).toContain("Your plan PRO is not for sale, so it cannot renew itself.");
    expect(mail).not.toMatch(/declined|try again/);
    await runAt(6);
    expect([await readEvents(), await readOrders()]).toEqual([
      ["RenewalPaymentFailed", "MembershipExpired"],
      [],
    ]);
    // A person whose automatic renewal is on can still turn it off.
    expect(ok(await setup.person.call("disableAutoRenew")).billing.auto_renew).toBe(false);
  });
});
