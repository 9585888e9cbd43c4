import { randomUUID } from "node:crypto";
import type { Reply } from "@daybook/domain/contract/contract";
import { addMonths } from "@daybook/domain/membership/add-months";
import { offerCodes } from "@daybook/domain/plans/offers";
import { grantMembership } from "@daybook/bin/account/grant-membership";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import type { StoredPromotion } from "@daybook/platform/payments/promotions";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { firstJournalIdOf, usePerson } from "./people.ts";
import { inDays, promotionsOf } from "./promo-steps.ts";

const setup = usePerson();

/**
 * Runs `work` during a flash sale with a larger discount than any other sale.
 * Then ends the sale, because the other tests of this process expect none.
 */
async function duringFlashSale(work: (sale: StoredPromotion) => Promise<void>): Promise<void> {
  const sale = await promotionsOf(setup.daybook).create({
    kind: "flash",
    name: "Flash Sale",
    promoCode: null,
    percent: 60,
    price: null,
    planKeys: null,
    startsAt: new Date().toISOString(),
    endsAt: inDays(1),
    maxUses: null,
    maxUsesPerAccount: null,
    source: null,
  });
  if (!sale) throw new Error("no sale");
  try {
    await work(sale);
  } finally {
    await promotionsOf(setup.daybook).end(sale.id, new Date().toISOString());
  }
}

const priceOfYear = (reply: Reply<"listPlans">) =>
  reply.plans.find(({ plan }) => plan.value === "1")?.plan.price;
const kindOf = ({ promotion }: Pick<Reply<"listPlans">, "promotion">) => promotion?.kind ?? null;
const payment = {
  subscription: 1,
  membership_package_name: "standard",
  payment_method_nonce: "fake-valid-visa-nonce",
};
const readFlashModal = (client = setup.person) =>
  client.call("getOneTimeModal", { query: { type: "flash_sale" } });
const readPowerUserModal = (client = setup.person) =>
  client.call("getOneTimeModal", { query: { type: "power_user_sale" } });
const readLastPromotionId = async () => {
  const events = await setup.daybook.platform.store.readStream(
    `membership-${setup.person.session?.user.id}`,
    {
      from: 0,
      limit: 99,
    },
  );
  const last = events.at(-1)?.data as { promotionId: string | null } | undefined;
  return last?.promotionId;
};

describe("flash sales", () => {
  it("a flash sale needs no code and applies to everybody, and the events of purchases name the sale", () =>
    duringFlashSale(async (sale) => {
      const plansOfVisitor = ok(await remoteDaybook(setup.daybook.url).call("listPlans"));
      expect([kindOf(plansOfVisitor), priceOfYear(plansOfVisitor)]).toEqual(["flash", 7.99]);
      expect(plansOfVisitor.promotion).toMatchObject({ id: sale.id, percent: 60, ends_at: sale.endsAt });
      const plansOfPerson = ok(await setup.person.call("listPlans"));
      expect([kindOf(plansOfPerson), priceOfYear(plansOfPerson)]).toEqual(["flash", 7.99]);
      ok(
        await setup.person.call("goProLoggedIn", {
          body: { ...payment, current_total: 7.99 },
          key: randomUUID(),
        }),
      );
      expect(await readLastPromotionId()).toBe(sale.id);
    }));

  it("a flash sale ends when an operator ends it", async () => {
    await duringFlashSale(async () => {});
    const plans = ok(await setup.person.call("listPlans"));
    expect(kindOf(plans)).not.toBe("flash");
    const body = { ...payment, current_total: 7.99 };
    const answer = await setup.person.call("goProLoggedIn", { body, key: randomUUID() });
    expect([answer.status, !answer.ok && answer.body.fields?.["current_total"]]).toEqual([
      422,
      expect.stringContaining("price has changed"),
    ]);
  });

  it("a flash sale is announced once to each account without a plan", async () => {
    expect(ok(await readFlashModal())).toEqual({
      type: "flash_sale",
      show: false,
      promo_code: null,
      promotion: null,
    });
    await duringFlashSale(async (sale) => {
      const modalBefore = ok(await readFlashModal());
      expect([modalBefore.show, modalBefore.promotion?.id]).toEqual([true, sale.id]);
      const modalAfter = ok(await setup.person.call("setOneTimeModal", { body: { type: "flash_sale" } }));
      expect([modalAfter.show, modalAfter.promotion?.id]).toEqual([false, sale.id]);
      expect(ok(await readFlashModal()).show).toBe(false);
      const paidPerson = await setup.daybook.newPerson();
      await setup.daybook.grant(paidPerson, { level: "pro", years: 1 });
      expect(ok(await readFlashModal(paidPerson))).toMatchObject({ show: false, promotion: null });
    });
    // The next sale is announced again.
    await duringFlashSale(async () => expect(ok(await readFlashModal()).show).toBe(true));
  });
});

/** Adds entries, and waits until every read model has them. */
async function writeEntries(client: RemoteDaybook, count: number): Promise<void> {
  const journalId = await firstJournalIdOf(client);
  const body = { title: "Up betimes", richtext_body: "<p>To the office.</p>" };
  const answers = Array.from({ length: count }, () =>
    client.call("createEntry", { params: { journalId }, body }),
  );
  (await Promise.all(answers)).forEach(ok);
  await setup.daybook.waitUntilCaughtUp();
}

describe("power users", () => {
  it("the offer for power users comes with the 15th entry, once, and reduces what is charged", async () => {
    await writeEntries(setup.person, 14);
    expect(ok(await readPowerUserModal()).show).toBe(false);
    // Nothing was shown, so nothing counts as seen.
    ok(await setup.person.call("setOneTimeModal", { body: { type: "power_user_sale" } }));
    await writeEntries(setup.person, 1);
    const { show, promo_code, promotion } = ok(await readPowerUserModal());
    expect([show, promo_code, promotion?.kind, promotion?.percent]).toEqual([
      true,
      offerCodes.powerUser,
      "power_user",
      50,
    ]);
    const modalAfter = ok(await setup.person.call("setOneTimeModal", { body: { type: "power_user_sale" } }));
    expect([modalAfter.show, modalAfter.promotion?.kind]).toEqual([false, "power_user"]);
    expect(ok(await readPowerUserModal()).promotion?.ends_at).toBe(modalAfter.promotion?.ends_at);
    const plans = ok(await setup.person.call("listPlans"));
    expect([kindOf(plans), priceOfYear(plans)]).toEqual(["power_user", 9.99]);
    expect(kindOf(ok(await remoteDaybook(setup.daybook.url).call("listPlans")))).not.toBe("power_user");
    const body = { ...payment, current_total: 9.99 };
    const params = { promoCode: offerCodes.powerUser };
    ok(await setup.person.call("goProLoggedIn", { params, body, key: randomUUID() }));
    expect(await readLastPromotionId()).toBe("power-user");
    expect(ok(await readPowerUserModal())).toMatchObject({ show: false, promotion: null });
    const { rows } = await setup.daybook.platform.pools.durable.query<{ template: string }>(
      "SELECT DISTINCT template FROM outbox.mails WHERE user_id = $1 ORDER BY template",
      [setup.person.session?.user.id],
    );
    expect(rows.map(({ template }) => template)).toEqual(["receipt", "welcome"]);
  });

  it("the offer for power users has a code that other accounts cannot use", async () => {
    const body = { promo_code: offerCodes.powerUser, subscription: 1, membership_package_name: "standard" };
    for (const client of [setup.person, remoteDaybook(setup.daybook.url)]) {
      const answer = await client.call("validatePromoCode", { body });
      expect(!answer.ok && answer.body.code).toBe("invalid_promo_code");
    }
    const params = { promoCode: offerCodes.powerUser };
    const answer = await setup.person.call("goProLoggedIn", { params, body: payment, key: randomUUID() });
    expect(!answer.ok && answer.body.code).toBe("invalid_promo_code");
  });
});

describe("the offer for people who renew instead of downgrading", () => {
  const readOffer = async (client: RemoteDaybook) => ok(await client.call("getDowngradeOffer")).promotion;
  const renew = () =>
    setup.person.call("manualRenew", {
      params: { promoCode: offerCodes.renew },
      body: payment,
      key: randomUUID(),
    });

  it("the renewal offer adds two years to the plan that is renewed, once", async () => {
    ok(await setup.person.call("goProLoggedIn", { body: payment, key: randomUUID() }));
    const end = ok(await setup.person.call("getBilling")).billing.expires_at ?? "";
    expect(await readOffer(setup.person)).toMatchObject({
      kind: "renew",
      extra_months: 24,
      percent: 0,
      promo_code: offerCodes.renew,
    });
    ok(await renew());
    expect(ok(await setup.person.call("getBilling")).billing.expires_at).toBe(addMonths(end, 36));
    expect(await readLastPromotionId()).toBe("renew-two-years");
    expect(await readOffer(setup.person)).toBeNull();
    const secondAnswer = await renew();
    expect(!secondAnswer.ok && secondAnswer.body.code).toBe("invalid_promo_code");
  });

  it("the renewal offer is not for accounts that had no plan or have a plan for life", async () => {
    expect(await readOffer(setup.person)).toBeNull();
    await setup.daybook.grant(setup.person, { level: "plus", years: "lifetime" });
    expect(await readOffer(setup.person)).toBeNull();
  });

  it("the renewal offer is not for a change to PRO plus, and not for a plan of a month", async () => {
    ok(await setup.person.call("goProLoggedIn", { body: payment, key: randomUUID() }));
    const input = (name: string) => ({
      params: { promoCode: offerCodes.renew },
      body: { ...payment, membership_package_name: name },
      key: randomUUID(),
    });
    const conversion = await setup.person.call("proPlusConversion", input("proplus"));
    const monthly = await setup.person.call("manualRenew", input("standardmonthly"));
    expect([!conversion.ok && conversion.body.code, !monthly.ok && monthly.body.code]).toEqual([
      "invalid_promo_code",
      "invalid_promo_code",
    ]);
  });

  it("the renewal offer is also for people whose plan has ended, who renew without a session", async () => {
    const membership = {
      level: "pro",
      packageName: "standard",
      subscriptionLength: 1,
      expiresAt: "2020-01-01T00:00:00.000Z",
      autoRenew: false,
    } as const;
    const { user } = setup.person.session ?? {};
    await grantMembership(setup.daybook.platform.store, user?.id ?? 0, membership, Date.now());
    expect((await readOffer(setup.person))?.kind).toBe("renew");
    const answer = await remoteDaybook(setup.daybook.url).call("goProLoggedOut", {
      params: { promoCode: offerCodes.renew },
      body: { ...payment, user: { email: user?.email ?? "", plain_password: "and so to bed 1660" } },
      key: randomUUID(),
    });
    const { pro_membership } = ok(answer).user;
    const events = await setup.daybook.platform.store.readStream(`membership-${user?.id}`, {
      from: 0,
      limit: 9,
    });
    const purchaseEvent = events[0]?.data as { at: string } | undefined;
    expect(pro_membership?.expires_at).toBe(addMonths(purchaseEvent?.at ?? "", 36));
  });

  it("the renewal offer is refused to a visitor without an account, and creates no account", async () => {
    const email = `${randomUUID()}@example.com`;
    const visitor = remoteDaybook(setup.daybook.url);
    const answer = await visitor.call("goProLoggedOut", {
      params: { promoCode: offerCodes.renew },
      body: { ...payment, user: { email, plain_password: "and so to bed 1660" } },
      key: randomUUID(),
    });
    expect(!answer.ok && answer.body.code).toBe("invalid_promo_code");
    const login = await visitor.call("login", { body: { email, password: "and so to bed 1660" } });
    expect(login.ok).toBe(false);
  });

  it("the renewal offer is shown to visitors, because their account is known only when they pay", async () => {
    expect((await readOffer(remoteDaybook(setup.daybook.url)))?.kind).toBe("renew");
  });
});
