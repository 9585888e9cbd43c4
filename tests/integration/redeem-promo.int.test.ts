import { randomUUID } from "node:crypto";
import type { BodyOf } from "@daybook/domain/contract/contract";
import { addMonths } from "@daybook/domain/membership/add-months";
import { remoteDaybook, type RemoteAnswer } from "@daybook/bin/remote/remote-daybook";
import type { NewPromotion } from "@daybook/platform/payments/promotions";
import { describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { usePerson } from "./people.ts";
import { createPromoCode, ordersOf, promotionsOf } from "./promo-steps.ts";

const password = "and so to bed 1660";
const setup = usePerson();

/** Creates a code, which makes a year of PRO free unless `changes` say otherwise. */
const createFreeYearCode = (changes: Partial<NewPromotion> = {}) =>
  createPromoCode(setup.daybook, { percent: 0, price: 0, planKeys: ["standard:1"], ...changes });
const newEmail = () => `redeemer-${randomUUID()}@example.com`;

const redeem = (body: BodyOf<"redeemPromo">, key: string = randomUUID()) =>
  remoteDaybook(setup.daybook.url).call("redeemPromo", { body, key });
const upgrade = (code: string, client = setup.person, changes: Partial<BodyOf<"redeemPromo">> = {}) =>
  redeem({ email: client.session?.user.email ?? "", password, code, upgrade: true, ...changes });
const signUp = (
  code: string,
  email = newEmail(),
  changes: Partial<BodyOf<"redeemPromo">> = {},
  key?: string,
) =>
  redeem(
    { email, password, retype_password: password, first_name: "Samuel", code, ref: "fair", ...changes },
    key,
  );
const statusAndErrorOf = (answer: RemoteAnswer<"redeemPromo">) =>
  answer.ok ? `${answer.status}` : `${answer.status} ${answer.body.code}`;
const canLogIn = async (email: string) =>
  (await remoteDaybook(setup.daybook.url).call("login", { body: { email, password } })).ok;

describe("codes that make a plan free", () => {
  it("a code for a free plan adds its membership to an account that exists, and opens a session", async () => {
    const code = await createFreeYearCode();
    const answer = await upgrade(code.toLowerCase());
    expect(answer.status).toBe(200);
    const { user, access_token } = ok(answer);
    expect([user.is_pro, user.pro_membership?.package_name]).toEqual([true, "standard"]);
    expect(access_token.token).not.toBe(setup.person.session?.access_token.token);
    const id = (await promotionsOf(setup.daybook).findByCode(code))?.id;
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([["finished", 0, id]]);
  });

  it("a code for a free plan adds its time to the account's plan of the same tier", async () => {
    await setup.daybook.grant(setup.person, { level: "pro", years: 1 });
    const end = ok(await setup.person.call("getBilling")).billing.expires_at ?? "";
    const { user } = ok(await upgrade(await createFreeYearCode()));
    expect(user.pro_membership?.expires_at).toBe(addMonths(end, 12));
  });

  it("a code for a free plan makes the account of a new person, who can log in afterwards", async () => {
    const email = newEmail();
    const answer = await signUp(await createFreeYearCode(), email);
    expect(answer.status).toBe(201);
    const { user } = ok(answer);
    expect([user.email, user.first_name, user.is_pro]).toEqual([email, "Samuel", true]);
    expect(await canLogIn(email)).toBe(true);
  });

  it("a call that is repeated uses a code for a free plan only once", async () => {
    const code = await createFreeYearCode({ maxUses: 1 });
    const [email, key] = [newEmail(), randomUUID()];
    const first = ok(await signUp(code, email, {}, key));
    const second = ok(await signUp(code, email, {}, key));
    expect([second.user.id, second.user.is_pro]).toEqual([first.user.id, true]);
    expect(await ordersOf(setup.daybook, { session: first })).toHaveLength(1);
    expect(statusAndErrorOf(await upgrade(code))).toBe("422 invalid_promo_code");
  });

  it("a code with one use left is redeemed by one of ten people who send it concurrently", async () => {
    const code = await createFreeYearCode({ maxUses: 1 });
    const people = await Promise.all(Array.from({ length: 10 }, () => setup.daybook.newPerson()));
    const answers = await Promise.all(people.map((redeemer) => upgrade(code, redeemer)));
    expect(answers.map(statusAndErrorOf).toSorted()).toEqual([
      "200",
      ...Array.from({ length: 9 }, () => "422 invalid_promo_code"),
    ]);
  });
});

describe("refused codes", () => {
  it.each<[string, Partial<NewPromotion> | null]>([
    ["an unknown code", null],
    ["a code that has ended", { startsAt: "2020-01-01T00:00:00Z", endsAt: "2020-02-01T00:00:00Z" }],
    ["a code that only reduces the price", { price: 100 }],
    ["a code that makes several plans free", { planKeys: ["standard:1", "standard:2"] }],
  ])("redeeming %s is refused and makes no account", async (_, changes) => {
    const code = changes ? await createFreeYearCode(changes) : "NOSUCHCODE";
    const email = newEmail();
    expect(statusAndErrorOf(await signUp(code, email))).toBe("422 invalid_promo_code");
    expect(statusAndErrorOf(await upgrade(code))).toBe("422 invalid_promo_code");
    expect(await canLogIn(email)).toBe(false);
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([]);
  });

  it("redeeming is refused for a wrong password, an address without an account and an address that is taken", async () => {
    const code = await createFreeYearCode({ maxUses: 1 });
    const wrongPasswordAnswer = await upgrade(code, setup.person, { password: "another password" });
    expect(statusAndErrorOf(wrongPasswordAnswer)).toBe("422 wrong_credentials");
    const unknownAddressAnswer = await upgrade(code, setup.person, { email: newEmail() });
    expect(statusAndErrorOf(unknownAddressAnswer)).toBe("422 wrong_credentials");
    const takenAddressAnswer = await signUp(code, setup.person.session?.user.email, {
      password: "by water to Deptford",
      retype_password: "by water to Deptford",
    });
    expect([
      statusAndErrorOf(takenAddressAnswer),
      !takenAddressAnswer.ok && Object.keys(takenAddressAnswer.body.fields ?? {}),
    ]).toEqual(["422 invalid", ["email"]]);
    expect(statusAndErrorOf(await upgrade(code))).toBe("200");
  });

  it("redeeming is refused without the fields of the sign-up form", async () => {
    const answer = await redeem({ email: newEmail(), password, code: await createFreeYearCode() });
    expect([answer.status, !answer.ok && Object.keys(answer.body.fields ?? {})]).toEqual([
      422,
      ["first_name", "retype_password"],
    ]);
  });

  it("redeeming is refused for a plan that is lower than the plan of the account", async () => {
    await setup.daybook.grant(setup.person, { level: "plus", years: 1 });
    expect(statusAndErrorOf(await upgrade(await createFreeYearCode()))).toBe("422 invalid");
    expect(await ordersOf(setup.daybook, setup.person)).toEqual([]);
  });
});

it("a purchase of a visitor with an invalid promo code makes no account", async () => {
  const email = newEmail();
  const answer = await remoteDaybook(setup.daybook.url).call("goProLoggedOut", {
    params: { promoCode: "NOSUCHCODE" },
    body: {
      subscription: 1,
      membership_package_name: "standard",
      payment_method_nonce: "fake-valid-visa-nonce",
      user: { email, plain_password: password },
    },
    key: randomUUID(),
  });
  expect(!answer.ok && answer.body.code).toBe("invalid_promo_code");
  expect(await canLogIn(email)).toBe(false);
});

it("a visitor buys with a promo code", async () => {
  const promoCode = await createPromoCode(setup.daybook);
  const session = ok(
    await remoteDaybook(setup.daybook.url).call("goProLoggedOut", {
      params: { promoCode },
      body: {
        subscription: 1,
        membership_package_name: "standard",
        payment_method_nonce: "fake-valid-visa-nonce",
        user: { email: newEmail(), plain_password: password },
      },
      key: randomUUID(),
    }),
  );
  const id = (await promotionsOf(setup.daybook).findByCode(promoCode))?.id;
  expect(await ordersOf(setup.daybook, { session })).toEqual([["finished", 799, id]]);
});
