import { randomUUID } from "node:crypto";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { remoteDaybook, type RemoteAnswer, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { usePerson } from "./people.ts";
import { inDays, createPromoCode, ordersOf, promotionsOf } from "./promo-steps.ts";

const setup = usePerson();

const yearOfPro = { subscription: 1, membership_package_name: "standard" };
const payment = { ...yearOfPro, payment_method_nonce: "fake-valid-visa-nonce" };
const buy = (client: RemoteDaybook, promoCode: string, changes: Partial<BodyOf<"goProLoggedIn">> = {}) =>
  client.call("goProLoggedIn", {
    params: { promoCode },
    body: { ...payment, ...changes },
    key: randomUUID(),
  });
const validate = (client: RemoteDaybook, promo_code: string, plan = yearOfPro) =>
  client.call("validatePromoCode", { body: { promo_code, ...plan } });
const outcomeOf = (answer: RemoteAnswer<"goProLoggedIn" | "validatePromoCode" | "manualRenew">): string =>
  answer.ok ? "accepted" : answer.body.code;

const idOf = async (promoCode: string) => (await promotionsOf(setup.daybook).findByCode(promoCode))?.id ?? "";

describe("promo codes", () => {
  it("a promo code reduces the charge to the shown price, and order and event have the id of its promotion", async () => {
    const promoCode = await createPromoCode(setup.daybook);
    const shownPrice = ok(await validate(setup.person, promoCode.toLowerCase()));
    expect(shownPrice).toMatchObject({ promo_code: promoCode, current_total: 7.99 });
    expect(Math.round((shownPrice.price - shownPrice.discount) * 100)).toBe(799);
    expect(shownPrice.promotion).toMatchObject({
      kind: "code",
      percent: 60,
      extra_months: 0,
      promo_code: promoCode,
    });
    const { user } = ok(
      await buy(setup.person, promoCode.toLowerCase(), { current_total: shownPrice.current_total }),
    );
    expect(user.is_pro).toBe(true);
    const id = await idOf(promoCode);
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([["finished", 799, id]]);
    const events = await setup.daybook.platform.store.readStream(`membership-${user.id}`, {
      from: 0,
      limit: 9,
    });
    expect(events.map(({ data }) => data)).toMatchObject([{ amount: 799, promotionId: id }]);
  });

  it("a promo code with a fixed price applies only to its plans", async () => {
    const promoCode = await createPromoCode(setup.daybook, {
      percent: 0,
      price: 500,
      planKeys: ["standard:1"],
    });
    expect(ok(await validate(setup.person, promoCode)).current_total).toBe(5);
    const proPlusPlan = { subscription: 1, membership_package_name: "proplus" };
    expect(outcomeOf(await validate(setup.person, promoCode, proPlusPlan))).toBe("invalid_promo_code");
    expect(outcomeOf(await buy(setup.person, promoCode, proPlusPlan))).toBe("invalid_promo_code");
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([]);
  });

  it("a purchase with a promo code that makes the plan free charges nothing", async () => {
    const promoCode = await createPromoCode(setup.daybook, { percent: 100 });
    expect(ok(await buy(setup.person, promoCode)).user.is_pro).toBe(true);
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([["finished", 0, await idOf(promoCode)]]);
  });

  it("a plan that a promo code makes free needs no way to pay, if the purchase names the price 0", async () => {
    const promoCode = await createPromoCode(setup.daybook, { percent: 100 });
    const withoutCard = { payment_method_nonce: undefined };
    expect(outcomeOf(await buy(setup.person, promoCode, withoutCard))).toBe("invalid");
    expect(outcomeOf(await buy(setup.person, promoCode, { ...withoutCard, current_total: 19.99 }))).toBe(
      "invalid",
    );
    expect(ok(await buy(setup.person, promoCode, { ...withoutCard, current_total: 0 })).user.is_pro).toBe(
      true,
    );
    const partialDiscountCode = await createPromoCode(setup.daybook);
    const other = await setup.daybook.newPerson();
    expect(outcomeOf(await buy(other, partialDiscountCode, { ...withoutCard, current_total: 0 }))).toBe(
      "invalid",
    );
    expect(await ordersOf(setup.daybook, other)).toEqual([]);
  });

  it("a promo code may make PRO plus cheaper than the unused part of PRO, and then nothing is charged", async () => {
    const promoCode = await createPromoCode(setup.daybook, { percent: 100, planKeys: ["proplus:1"] });
    ok(await setup.person.call("goProLoggedIn", { body: payment, key: randomUUID() }));
    const plus = { ...payment, membership_package_name: "proplus" };
    expect(ok(await validate(setup.person, promoCode, plus)).current_total).toBe(0);
    const answer = await setup.person.call("proPlusConversion", {
      params: { promoCode },
      body: plus,
      key: randomUUID(),
    });
    expect(ok(answer).user.is_pro_plus).toBe(true);
    expect((await ordersOf(setup.daybook, setup.person)).at(-1)).toEqual([
      "finished",
      0,
      await idOf(promoCode),
    ]);
  });

  it("a promo code may be checked by a visitor, also with a wrong signature", async () => {
    const promoCode = await createPromoCode(setup.daybook);
    expect(ok(await validate(remoteDaybook(setup.daybook.url), promoCode)).current_total).toBe(7.99);
    if (!setup.person.session) throw new Error("no session");
    const { session } = setup.person;
    const clientWithWrongSecret = remoteDaybook(setup.daybook.url);
    clientWithWrongSecret.setSession({
      ...session,
      access_token: { ...session.access_token, secret: "guessed" },
    });
    expect(ok(await validate(clientWithWrongSecret, promoCode)).current_total).toBe(7.99);
  });

  it("a promo code that reduces nothing is not used", async () => {
    const promoCode = await createPromoCode(setup.daybook, { percent: 0 });
    const { current_total, discount, price } = ok(await validate(setup.person, promoCode));
    expect([discount, price]).toEqual([0, current_total]);
    ok(await buy(setup.person, promoCode));
    expect((await ordersOf(setup.daybook, setup.person))[0]?.[2]).not.toBe(await idOf(promoCode));
  });

  it("a promo code applies to a renewal and to the change to PRO plus", async () => {
    const promoCode = await createPromoCode(setup.daybook, { maxUsesPerAccount: null });
    ok(await buy(setup.person, promoCode));
    const renewal = { params: { promoCode }, body: payment, key: randomUUID() };
    ok(await setup.person.call("manualRenew", renewal));
    const proPlusPayment = { ...payment, membership_package_name: "proplus", subscription: 3 };
    ok(
      await setup.person.call("proPlusConversion", {
        params: { promoCode },
        body: proPlusPayment,
        key: randomUUID(),
      }),
    );
    // 60 percent off 99.99, less what was paid for the two years of PRO, which are not used yet.
    expect((await ordersOf(setup.daybook, setup.person)).map(([, amount]) => amount)).toEqual([
      799,
      799,
      3999 - 2 * 799,
    ]);
  });
});

describe("refused promo codes", () => {
  it.each([
    ["when it is unknown", null],
    ["before its start", { startsAt: inDays(1), endsAt: inDays(2) }],
    ["after its end", { startsAt: inDays(-2), endsAt: inDays(-1) }],
    ["for another plan", { planKeys: ["proplus:1"] }],
  ])("a promo code is refused %s, in a check and in a purchase", async (_, changes) => {
    const promoCode = changes ? await createPromoCode(setup.daybook, changes) : "NOSUCHCODE";
    const answers = [await validate(setup.person, promoCode), await buy(setup.person, promoCode)];
    expect(answers.map(outcomeOf)).toEqual(["invalid_promo_code", "invalid_promo_code"]);
    for (const { ok: isAccepted, body } of answers) {
      expect(!isAccepted && "fields" in body && body.fields?.["promo_code"]).toMatch(/\w{5,}/);
    }
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([]);
  });

  it("a promo code that an operator has ended is refused in a check and in a purchase", async () => {
    const promoCode = await createPromoCode(setup.daybook);
    const promotions = promotionsOf(setup.daybook);
    expect(await promotions.end(promoCode, new Date().toISOString())).toBe(true);
    expect(await promotions.end(promoCode, new Date().toISOString())).toBe(false);
    expect([
      outcomeOf(await validate(setup.person, promoCode)),
      outcomeOf(await buy(setup.person, promoCode)),
    ]).toEqual(["invalid_promo_code", "invalid_promo_code"]);
  });

  it("a promo code is refused when the account has already used it, but not for another account", async () => {
    const promoCode = await createPromoCode(setup.daybook);
    ok(await buy(setup.person, promoCode));
    const renewal = { params: { promoCode }, body: payment, key: randomUUID() };
    expect(outcomeOf(await validate(setup.person, promoCode))).toBe("invalid_promo_code");
    expect(outcomeOf(await setup.person.call("manualRenew", renewal))).toBe("invalid_promo_code");
    ok(await buy(await setup.daybook.newPerson(), promoCode));
  });

  it("a promo code is refused when it is too long or has characters that no code has", async () => {
    const texts = ["x".repeat(101), "🕯️", "' OR 1=1 --", "../..", "%00", "\0", "SPRING\0"];
    const account = {
      email: setup.person.session?.user.email ?? "",
      password: "and so to bed 1660",
      upgrade: true,
    };
    for (const text of texts) {
      // oxlint-disable-next-line no-await-in-loop -- one answer after the other
      const answers = await Promise.all([
        validate(setup.person, text),
        buy(setup.person, text),
        setup.person.call("redeemPromo", { body: { ...account, code: text } }),
      ]);
      expect(answers.map(({ status }) => status)).toEqual([422, 422, 422]);
    }
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([]);
  });
});

describe("uses of promo codes", () => {
  it("when twenty people concurrently try the last use of a promo code, one of them succeeds", async () => {
    const promoCode = await createPromoCode(setup.daybook, { maxUses: 1 });
    const people = await Promise.all(Array.from({ length: 20 }, () => setup.daybook.newPerson()));
    const answers = await Promise.all(people.map((buyer) => buy(buyer, promoCode)));
    expect(answers.map(outcomeOf).toSorted()).toEqual(["accepted", ...Array(19).fill("invalid_promo_code")]);
    const orders = (await Promise.all(people.map((buyer) => ordersOf(setup.daybook, buyer)))).flat();
    expect(orders).toEqual([["finished", 799, await idOf(promoCode)]]);
  });

  it("the use of a promo code is given back when the card is declined", async () => {
    const promoCode = await createPromoCode(setup.daybook, { maxUses: 1 });
    const declinedCard = { payment_method_nonce: "fake-processor-declined-visa-nonce" };
    expect(outcomeOf(await buy(setup.person, promoCode, declinedCard))).toBe("declined");
    expect(outcomeOf(await buy(await setup.daybook.newPerson(), promoCode))).toBe("accepted");
    expect(outcomeOf(await buy(setup.person, promoCode))).toBe("invalid_promo_code");
  });

  it("a repeated call counts as one use of a promo code", async () => {
    const promoCode = await createPromoCode(setup.daybook, { maxUses: 2, maxUsesPerAccount: null });
    const call = { params: { promoCode }, body: payment, key: randomUUID() };
    ok(await setup.person.call("goProLoggedIn", call));
    ok(await setup.person.call("goProLoggedIn", call));
    expect(await ordersOf(setup.daybook, setup.person)).toHaveLength(1);
    expect(outcomeOf(await buy(await setup.daybook.newPerson(), promoCode))).toBe("accepted");
  });
});
