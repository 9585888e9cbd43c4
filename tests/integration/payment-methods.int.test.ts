import { randomUUID } from "node:crypto";
import type { Application } from "@daybook/application/application";
import {
  finishMethodRemovals,
  removeMarkedMethods,
} from "@daybook/application/payment-methods/remove-method";
import type { RemoteAnswer, RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ok } from "../answers.ts";
import { openSecondApplication } from "./second-application.ts";
import { type RunningDaybook, sharedDaybook } from "./shared-daybook.ts";

let daybook: RunningDaybook;
let person: RemoteDaybook;
let app: Application;
/** How far the clock of `app` is ahead of the real time. */
let aheadMs = 0;

beforeAll(async () => {
  daybook = await sharedDaybook();
  app = await openSecondApplication(daybook.platform, () => Date.now() + aheadMs);
});
afterAll(() => app?.waiter.close());
beforeEach(async () => {
  aheadMs = 0;
  person = await daybook.newPerson();
});

const nonces = {
  visa: "fake-valid-visa-nonce",
  masterCard: "fake-valid-mastercard-nonce",
  payPal: "fake-paypal-billing-agreement-nonce",
};
const store = (nonce: string, key: string = randomUUID(), client = person) =>
  client.call("editPaymentInfo", { body: { payment_method_nonce: nonce }, key });
const storeVisa = async () => ok(await store(nonces.visa)).payment_info;
const remove = (id: number, client = person, key: string = randomUUID()) =>
  client.call("removePaymentMethod", { params: { methodId: String(id) }, key });
const list = async (client = person) =>
  ok(await client.call("listPaymentMethods")).payment_methods.map(({ payment_method }) => payment_method);
const buyWith = (id: number, key: string = randomUUID()) =>
  person.call("goProLoggedIn", {
    body: { payment_method_id: id, subscription: 1, membership_package_name: "standard" },
    key,
  });
const codeOf = <N extends "editPaymentInfo" | "removePaymentMethod" | "goProLoggedIn">(
  answer: RemoteAnswer<N>,
): string => (answer.ok ? "" : answer.body.code);

/** The status of each stored method of the person; "here only" marks a method that the provider does not have. */
async function readMethodStates() {
  const { rows } = await daybook.platform.pools.durable.query<{ status: string; atProvider: boolean }>(
    `SELECT status, EXISTS (SELECT FROM payments.sandbox_methods s WHERE s.token = m.token) AS "atProvider"
     FROM payments.methods m WHERE account_id = $1 ORDER BY created_at`,
    [person.session?.user.id],
  );
  return rows.map(({ status, atProvider }) => (atProvider ? status : `${status} here only`));
}

async function readTokens(): Promise<string[]> {
  const { rows } = await daybook.platform.pools.durable.query<{ token: string }>(
    "SELECT token FROM payments.methods WHERE account_id = $1",
    [person.session?.user.id],
  );
  return rows.map(({ token }) => token);
}

async function countAtProvider(tokens: readonly string[]): Promise<number> {
  const { rowCount } = await daybook.platform.pools.durable.query(
    "SELECT FROM payments.sandbox_methods WHERE token = ANY ($1::text[])",
    [tokens],
  );
  return rowCount ?? 0;
}

describe("payment methods", () => {
  it("a payment method is stored, and shown with its last four digits and without its token", async () => {
    expect(await list()).toEqual([]);
    const storedMethod = await storeVisa();
    const { id, ...shownFields } = storedMethod;
    expect(shownFields).toEqual({
      type: "card",
      brand: "Visa",
      last_four: "1881",
      expires: "2040-12",
      paypal_email: null,
      is_default: true,
    });
    expect(await list()).toEqual([storedMethod]);
    const [token = "none"] = await readTokens();
    expect(token).toHaveLength(36);
    expect(JSON.stringify([storedMethod, await list()])).not.toContain(token);
    expect(daybook.log()).not.toContain(token);
    expect(token).not.toContain(String(id));
  });

  it("a payment method may be a PayPal account, whose address is shown, and stored only sealed", async () => {
    const { payment_info } = ok(await store(nonces.payPal));
    expect(payment_info).toMatchObject({
      type: "paypal",
      brand: null,
      last_four: null,
      paypal_email: "buyer@example.com",
    });
    const { rows } = await daybook.platform.pools.durable.query<{ row: string }>(
      "SELECT m::text AS row FROM payments.methods m WHERE account_id = $1",
      [person.session?.user.id],
    );
    expect(rows[0]?.row).not.toMatch(/example|paypal/i);
  });

  it("a new payment method replaces the earlier one, which is then also removed at the provider", async () => {
    await storeVisa();
    const earlierTokens = await readTokens();
    expect(await countAtProvider(earlierTokens)).toBe(1);
    const { payment_info } = ok(await store(nonces.masterCard));
    expect(await list()).toEqual([payment_info]);
    await expect.poll(readMethodStates).toEqual(["stored"]);
    expect(await countAtProvider(earlierTokens)).toBe(0);
  });

  it.each([
    ["a card that its bank declines", "fake-processor-declined-visa-nonce", "declined"],
    ["a nonce that was used before", "fake-consumed-nonce", "declined"],
    ["a card number", "4111111111111111", "declined"],
    ["an empty nonce", "", "invalid"],
  ])("no payment method is stored for %s, and the earlier one stays", async (_, nonce, code) => {
    const earlierMethod = await storeVisa();
    expect(codeOf(await store(nonce))).toBe(code);
    expect(await list()).toEqual([earlierMethod]);
    expect(await readMethodStates()).toEqual(["stored"]);
  });

  it("a payment method is stored once, however often the call is repeated", async () => {
    const key = randomUUID();
    const first = ok(await store(nonces.visa, key)).payment_info;
    const repeatedAnswers = await Promise.all([store(nonces.visa, key), store(nonces.visa, key)]);
    expect(repeatedAnswers.map((answer) => ok(answer).payment_info)).toEqual([first, first]);
    expect(await readMethodStates()).toEqual(["stored"]);
  });

  it("an account has only one payment method, also when several tabs store one concurrently", async () => {
    ok(await store(nonces.visa));
    const answers = await Promise.all([store(nonces.visa), store(nonces.masterCard), store(nonces.visa)]);
    for (const answer of answers) expect(["", "not_found"]).toContain(codeOf(answer));
    expect(await list()).toHaveLength(1);
    await expect.poll(readMethodStates).toEqual(["stored"]);
  });

  it("a payment method is removed from Daybook and at the provider", async () => {
    const { id } = await storeVisa();
    const storedTokens = await readTokens();
    const key = randomUUID();
    expect((await remove(id, person, key)).status).toBe(204);
    expect((await remove(id, person, key)).status).toBe(204);
    expect(await list()).toEqual([]);
    await expect.poll(readMethodStates).toEqual([]);
    expect(await countAtProvider(storedTokens)).toBe(0);
    expect(codeOf(await remove(id))).toBe("not_found");
  });

  it("the payment method of somebody else is neither shown, removed nor charged", async () => {
    const owner = person;
    const { id } = await storeVisa();
    person = await daybook.newPerson();
    expect(await list()).toEqual([]);
    expect(codeOf(await remove(id))).toBe("not_found");
    expect(codeOf(await buyWith(id))).toBe("invalid");
    expect(await list(owner)).toHaveLength(1);
  });

  it("removing the payment method turns automatic renewal off", async () => {
    await daybook.grant(person, { level: "pro", years: 1 });
    const { id } = await storeVisa();
    ok(await person.call("enableAutoRenew"));
    ok(await remove(id));
    expect(ok(await person.call("getBilling")).billing.auto_renew).toBe(false);
  });
});

describe("purchases with the stored payment method", () => {
  it("a purchase charges the stored payment method once, and stores its last four digits in the order", async () => {
    const { id } = await storeVisa();
    const key = randomUUID();
    expect(ok(await buyWith(id, key)).user.is_pro).toBe(true);
    // A repeat finds the charge, also when the method has been removed since.
    ok(await remove(id));
    expect(ok(await buyWith(id, key)).user.is_pro).toBe(true);
    const { orders } = ok(await person.call("listOrders"));
    expect(orders.map(({ order }) => order.card_last_four)).toEqual(["1881"]);
  });

  it("a purchase is refused when the stored card is declined later, and nothing changes", async () => {
    const { id } = await storeVisa();
    await daybook.platform.pools.durable.query(
      "UPDATE payments.sandbox_methods SET decline_code = '2001' WHERE token = ANY ($1::text[])",
      [await readTokens()],
    );
    expect(codeOf(await buyWith(id))).toBe("declined");
    expect(ok(await person.call("listOrders")).orders).toEqual([]);
    expect(await list()).toHaveLength(1);
  });

  it("a purchase with a payment method that was removed is refused, even when another is stored", async () => {
    const { id } = await storeVisa();
    ok(await remove(id));
    expect(codeOf(await buyWith(id))).toBe("invalid");
    ok(await store(nonces.masterCard));
    expect(codeOf(await buyWith(id))).toBe("invalid");
  });

  it.each([
    ["both a new card and a stored method are", { payment_method_nonce: nonces.visa, payment_method_id: 7 }],
    ["neither a new card nor a stored method is", {}],
  ])("a purchase is refused when %s given", async (_, payment) => {
    const body = { ...payment, subscription: 1, membership_package_name: "standard" };
    expect(codeOf(await person.call("goProLoggedIn", { body }))).toBe("invalid");
  });
});

describe("the job that finishes removals", () => {
  const addRow = async (status: "storing" | "removing", userId = person.session?.user.id) => {
    const token = randomUUID();
    await app.payments.storeMethod({ token, nonce: nonces.visa });
    await daybook.platform.pools.durable.query(
      `INSERT INTO payments.methods (id, account_id, provider, is_test, token, command_id, status, created_at, stored_at)
       VALUES ($1, $2, 'sandbox', true, $3, $4, $5, now(), CASE WHEN $5 = 'removing' THEN now() END)`,
      [app.newId(), userId, token, randomUUID(), status],
    );
  };

  it("the job removes a payment method whose storing began more than fifteen minutes ago", async () => {
    await addRow("storing");
    await finishMethodRemovals(app);
    expect(await readMethodStates()).toEqual(["storing"]);
    aheadMs = 16 * 60_000;
    await finishMethodRemovals(app);
    expect(await readMethodStates()).toEqual([]);
  });

  it("the job tries again to remove a payment method when the provider did not answer", async () => {
    await addRow("removing");
    const silentApp = {
      ...app,
      payments: { ...app.payments, removeMethod: () => Promise.reject(new Error("silent")) },
    };
    await finishMethodRemovals(silentApp);
    expect(await readMethodStates()).toEqual(["removing"]);
    await finishMethodRemovals(app);
    expect(await readMethodStates()).toEqual([]);
  });
});

describe("payment methods of deleted accounts", () => {
  it("the stored payment method of a deleted account is removed at the provider", async () => {
    await storeVisa();
    const storedTokens = await readTokens();
    ok(await person.call("deleteAccount", { body: { password: "and so to bed 1660" } }));
    await expect.poll(readMethodStates).toEqual([]);
    expect(await countAtProvider(storedTokens)).toBe(0);
  });

  it("a payment method that the provider stores only after the account was deleted is removed at the provider", async () => {
    const accountId = person.session?.user.id ?? 0;
    const token = randomUUID();
    await app.paymentMethods.begin({ id: app.newId(), accountId, token, commandId: randomUUID() });
    await app.paymentMethods.markAllRemoving(accountId);
    await removeMarkedMethods(app, accountId);
    await app.payments.storeMethod({ token, nonce: nonces.visa });
    aheadMs = 16 * 60_000;
    await finishMethodRemovals(app);
    expect(await countAtProvider([token])).toBe(0);
    expect(await readMethodStates()).toEqual([]);
  });
});
