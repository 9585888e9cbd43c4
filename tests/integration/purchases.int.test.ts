import { randomUUID } from "node:crypto";
import type { Reply } from "@daybook/domain/contract/contract";
import { remoteDaybook, type RemoteAnswer, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { describe, expect, it } from "vitest";
import { waitForMail } from "./mailbox.ts";
import { ok } from "../answers.ts";
import { usePerson } from "./people.ts";

const setup = usePerson();

const yearOfPro = { subscription: 1, membership_package_name: "standard" };
const validPurchase = {
  ...yearOfPro,
  payment_method_nonce: "fake-valid-visa-nonce",
  existing: 1,
  client: "web",
};

const buy = (client: RemoteDaybook, key: string = randomUUID(), body = validPurchase) =>
  client.call("goProLoggedIn", { body, key });

const statusAndCode = (answer: RemoteAnswer<"goProLoggedIn">): [number, string] => [
  answer.status,
  answer.ok ? "" : answer.body.code,
];
const isPro = ({ user }: Reply<"goProLoggedIn">): boolean => user.is_pro;

async function rowsOf(table: "orders" | "sandbox_charges"): Promise<Record<string, unknown>[]> {
  const accountColumn =
    table === "orders" ? "account_id" : "(SELECT account_id FROM payments.orders o WHERE o.id = order_id)";
  const { rows } = await setup.daybook.platform.pools.durable.query<Record<string, unknown>>(
    `SELECT * FROM payments.${table} WHERE ${accountColumn} = $1`,
    [setup.person.session?.user.id],
  );
  return rows;
}
const readCharges = async () => (await rowsOf("sandbox_charges")).map(({ amount }) => amount);
const readOrderStatuses = async () => (await rowsOf("orders")).map(({ status }) => status);
const isProNow = async (): Promise<boolean> => isPro(ok(await setup.person.call("refreshToken")));

async function readMembershipEvents(): Promise<string[]> {
  const id = setup.person.session?.user.id;
  const events = await setup.daybook.platform.store.readStream(`membership-${id}`, { from: 0, limit: 100 });
  return events.map(({ type }) => type);
}

it("the client configuration says without a session that payments are in test mode", async () => {
  const config = ok(await remoteDaybook(setup.daybook.url).call("clientConfig"));
  expect(config.payment).toEqual({ kind: "sandbox", test_mode: true, client_token: null });
});

describe("orders", () => {
  it("the orders list what was paid, with the last four digits of the card, and the receipt is mailed once", async () => {
    const key = randomUUID();
    ok(await buy(setup.person, key));
    ok(await buy(setup.person, key));
    const declinedPurchase = { ...validPurchase, payment_method_nonce: "fake-luhn-invalid-nonce" };
    await buy(setup.person, randomUUID(), declinedPurchase);
    const { orders } = ok(await setup.person.call("listOrders"));
    expect(orders).toHaveLength(1);
    const { id, created_at, amount, ends_at, ...order } = orders[0]!.order;
    expect(order).toEqual({
      description: "PRO, 1 Year",
      currency: "USD",
      card_last_four: "1881",
      credit: 0,
      test_mode: true,
      refunded: 0,
    });
    expect([Math.round(amount * 100)]).toEqual(await readCharges());
    expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
    expect(ends_at).toBe(ok(await setup.person.call("getBilling")).billing.expires_at);
    const { path } = setup.daybook.platform.dataFolder;
    const email = setup.person.session?.user.email ?? "";
    const { text } = await waitForMail(path, email, "Your receipt from Daybook");
    expect(text).toContain(`Order number: ${id}`);
    expect(text.replace(/\s+/g, " ")).toContain(`You paid $${amount} (USD) with the card that ends in 1881.`);
    const { rows } = await setup.daybook.platform.pools.durable.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM outbox.mails WHERE template = 'receipt' AND user_id = $1",
      [setup.person.session?.user.id],
    );
    expect(rows[0]?.n).toBe(1);
  });

  it("the orders of other people are not listed", async () => {
    ok(await buy(setup.person));
    expect(ok(await (await setup.daybook.newPerson()).call("listOrders")).orders).toEqual([]);
  });

  it("the orders lose the digits of the card when the account is deleted, and keep what was paid", async () => {
    ok(await buy(setup.person));
    const [order] = await rowsOf("orders");
    ok(await setup.person.call("deleteAccount", { body: { password: "and so to bed 1660" } }));
    await expect.poll(async () => await rowsOf("orders")).toEqual([{ ...order, card_last_four: null }]);
  });
});

describe("purchases", () => {
  it("a purchase charges the price and gives the membership to the session that paid", async () => {
    const session = ok(await buy(setup.person));
    expect(session.access_token.token).toBe(setup.person.session?.access_token.token);
    const { is_pro, is_pro_plus, pro_membership } = session.user;
    expect([is_pro, is_pro_plus]).toEqual([true, false]);
    expect(pro_membership).toMatchObject({
      package_name: "standard",
      subscription_length: 1,
      auto_renew: false,
    });
    const price = ok(await setup.person.call("listPlans")).plans.find(({ plan }) => plan.value === "1")?.plan
      .price;
    expect(await readCharges()).toEqual([Math.round((price ?? 0) * 100)]);
    expect(await readOrderStatuses()).toEqual(["finished"]);
    expect(await readMembershipEvents()).toEqual(["MembershipBought"]);
    expect(ok(await setup.person.call("getBilling")).billing.package_name).toBe("standard");
  });

  it("a purchase may be of PRO plus, and for life", async () => {
    const body = { ...validPurchase, membership_package_name: "ProPlusLifetime", subscription: 1 };
    const { user } = ok(await buy(setup.person, randomUUID(), body));
    expect([user.is_pro_plus, user.pro_membership?.expires_at]).toEqual([true, null]);
    expect(await readCharges()).toEqual([19_999]);
  });

  it("a purchase with a declined card changes nothing, and a new try with another card works", async () => {
    const key = randomUUID();
    const body = { ...validPurchase, payment_method_nonce: "fake-processor-declined-visa-nonce" };
    expect(statusAndCode(await buy(setup.person, key, body))).toEqual([422, "declined"]);
    // The repeat gets the same reply.
    expect(statusAndCode(await buy(setup.person, key, body))).toEqual([422, "declined"]);
    expect([await readOrderStatuses(), await readCharges(), await readMembershipEvents()]).toEqual([
      ["declined"],
      [],
      [],
    ]);
    expect(await isProNow()).toBe(false);
    expect(isPro(ok(await buy(setup.person)))).toBe(true);
  });

  it("a purchase whose reply was lost is found by its key, and not charged again", async () => {
    const key = randomUUID();
    ok(await buy(setup.person, key));
    expect(isPro(ok(await buy(setup.person, key)))).toBe(true);
    const repeatedAnswers = await Promise.all([
      buy(setup.person, key),
      buy(setup.person, key),
      buy(setup.person, key),
    ]);
    expect(repeatedAnswers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await readCharges()).toHaveLength(1);
    expect(await readMembershipEvents()).toHaveLength(1);
  });

  it("a purchase that two tabs make concurrently is charged once", async () => {
    const otherApi = remoteDaybook(await setup.daybook.startAnotherApi());
    if (setup.person.session) otherApi.setSession(setup.person.session);
    const answers = await Promise.all([buy(setup.person), buy(otherApi), buy(setup.person), buy(otherApi)]);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of answers.filter(({ ok }) => !ok)) {
      expect(["payment_pending", "already_paid"]).toContain(statusAndCode(answer)[1]);
    }
    expect(await readCharges()).toHaveLength(1);
    expect(await readMembershipEvents()).toHaveLength(1);
  });

  it("a purchase by a paid account is refused, whatever the plan", async () => {
    ok(await buy(setup.person));
    expect(statusAndCode(await buy(setup.person))).toEqual([422, "already_paid"]);
    const proPlusPurchase = { ...validPurchase, membership_package_name: "proplus" };
    expect(statusAndCode(await buy(setup.person, randomUUID(), proPlusPurchase))).toEqual([
      422,
      "already_paid",
    ]);
    expect(await readCharges()).toHaveLength(1);
  });

  it("a purchase at another price than the one that was shown is refused", async () => {
    const answer = await setup.person.call("goProLoggedIn", {
      body: { ...validPurchase, current_total: 1.5 },
    });
    expect(statusAndCode(answer)).toEqual([422, "invalid"]);
    expect(await rowsOf("orders")).toEqual([]);
  });

  it.each([
    ["an unknown package", { membership_package_name: "gold" }],
    ["a number of years that is not sold", { subscription: 4 }],
    ["no way to pay", { payment_method_nonce: "" }],
    ["a start that is not a time", { starts_at: "tomorrow" }],
    ["a start on a day that does not exist", { starts_at: "2026-02-30T00:00:00.000Z" }],
  ])("a purchase with %s is refused", async (_, changes) => {
    expect(statusAndCode(await buy(setup.person, randomUUID(), { ...validPurchase, ...changes }))).toEqual([
      422,
      "invalid",
    ]);
    expect(await rowsOf("orders")).toEqual([]);
  });

  it("a purchase leaves no nonce, price or package in the output of the server", async () => {
    ok(await buy(setup.person));
    const declinedPurchase = { ...validPurchase, payment_method_nonce: "fake-consumed-nonce" };
    await buy(await setup.daybook.newPerson(), randomUUID(), declinedPurchase);
    expect(setup.daybook.log()).not.toMatch(/fake-|"amount|"price|membership_package|\$\d/);
  });
});
