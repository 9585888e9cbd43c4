import { randomUUID } from "node:crypto";
import { runReconcile } from "@daybook/bin/billing/run-reconcile";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { readConfig } from "@daybook/platform/config";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { ok } from "../answers.ts";

let daybook: TestDaybook;
let person: RemoteDaybook;
beforeAll(async () => {
  daybook = await startTestDaybook();
});
afterAll(() => daybook?.stop());
beforeEach(async () => {
  person = await daybook.newPerson();
});

const submission = (packageName: string) => ({
  body: { membership_package_name: packageName, subscription: 1, payment_method_nonce: "fake-valid-nonce" },
  key: randomUUID(),
});

/** Runs the reconciliation. Returns its exit code, and its lines about all orders or about one. */
async function reconcile(orderId: number | null = null): Promise<{ exitCode: number; lines: string[] }> {
  const lines: string[] = [];
  const config = readConfig({
    DATABASE_URL: daybook.databaseUrl,
    DAYBOOK_DATA: daybook.platform.dataFolder.path,
  });
  const exitCode = await runReconcile(30, config, (line) => void lines.push(line));
  return { exitCode, lines: lines.filter((line) => orderId === null || line.includes(` Order ${orderId} `)) };
}
const codesOf = (lines: readonly string[]): string[] => lines.map((line) => line.split(" ")[0]!).sort();

/** Buys two plans. Returns the ids of the orders. */
async function buyTwoPlans(): Promise<[number, number]> {
  ok(await person.call("goProLoggedIn", submission("standard")));
  ok(await person.call("proPlusConversion", submission("proplus")));
  const [second, first] = ok(await person.call("listOrders")).orders;
  return [first!.order.id, second!.order.id];
}

// This test is the first one, because the others leave differences.
it("the reconciliation finds no differences before the first purchase, or after purchases and a declined card", async () => {
  const agreement = ["Orders, charges and the log of the last 30 days agree."];
  expect(await reconcile()).toEqual({ exitCode: 0, lines: agreement });
  const { body, key } = submission("standard");
  await person.call("goProLoggedIn", { key, body: { ...body, payment_method_nonce: "fake-consumed-nonce" } });
  await buyTwoPlans();
  expect(await reconcile()).toEqual({ exitCode: 0, lines: agreement });
});

it.each([
  [["charge_missing"], "DELETE FROM payments.sandbox_charges WHERE order_id = $1"],
  [["charge_differs"], "UPDATE payments.sandbox_charges SET amount = amount + 1 WHERE order_id = $1"],
  [
    ["charge_differs", "event_differs"],
    "UPDATE payments.orders SET purchase = jsonb_set(purchase, '{amount}', '1') WHERE id = $1",
  ],
  [
    ["membership_missing"],
    `UPDATE payments.orders SET purchase = jsonb_set(purchase, '{endsAt}', '"2099-01-01T00:00:00.000Z"') WHERE id = $1`,
  ],
  [
    ["open_order"],
    "UPDATE payments.orders SET status = 'charged', created_at = now() - interval '20 minutes' WHERE id = $1",
  ],
])("the reconciliation names what differs: %j", async (codes, sql) => {
  const [id] = await buyTwoPlans();
  await daybook.platform.pools.durable.query(sql, [id]);
  const result = await reconcile(id);
  expect([result.exitCode, ...codesOf(result.lines)]).toEqual([1, ...codes]);
});

it("the reconciliation names a charge and an event without their order", async () => {
  const [id] = await buyTwoPlans();
  await daybook.platform.pools.durable.query("DELETE FROM payments.orders WHERE id = $1", [id]);
  expect(codesOf((await reconcile(id)).lines)).toEqual(["charge_without_order", "event_without_order"]);
});

it("the reconciliation names a paid order without its charge and its event", async () => {
  const [id] = await buyTwoPlans();
  await daybook.platform.pools.durable.query(
    `INSERT INTO payments.orders SELECT 5, account_id, provider, is_test, kind, amount, purchase, context, status, charge_id,
       card_last_four, decline_code, created_at, settled_at FROM payments.orders WHERE id = $1`,
    [id],
  );
  expect(codesOf((await reconcile(5)).lines)).toEqual(["charge_missing", "event_missing"]);
});

/** Buys two plans, downgrades, and waits until the downgrade is done. Returns the ids of the orders. */
async function buyAndDowngrade(refund: boolean): Promise<[number, number]> {
  const ids = await buyTwoPlans();
  const body = { downgrade_options: { refund } };
  const { operation } = ok(await person.call("downgrade", { body, key: randomUUID() }));
  const query = { token: operation.token };
  await expect
    .poll(async () => {
      const params = { operationId: String(operation.id) };
      return ok(await person.call("getOperation", { params, query })).operation.status;
    })
    .toBe("done");
  return ids;
}

it.each([true, false])(
  "the reconciliation finds no differences after purchases and a downgrade, with a refund: %s",
  async (refund) => {
    for (const id of await buyAndDowngrade(refund)) expect((await reconcile(id)).lines).toEqual([]);
  },
);

it("the reconciliation names an order that was begun during a downgrade, because the downgrade ended its plan", async () => {
  const [id] = await buyAndDowngrade(false);
  await daybook.platform.pools.durable.query("UPDATE payments.orders SET created_at = now() WHERE id = $1", [
    id,
  ]);
  const result = await reconcile(id);
  expect([result.exitCode, ...codesOf(result.lines)]).toEqual([1, "ended_by_downgrade"]);
});

it.each([
  [["refund_missing"], "UPDATE payments.sandbox_charges SET refunded_at = NULL WHERE order_id = $1"],
  [["refund_event_differs"], "UPDATE payments.refunds SET amount = 1 WHERE order_id = $1"],
  [["refund_not_begun"], "DELETE FROM payments.refunds WHERE order_id = $1"],
  [
    ["failed_refund", "refund_event_differs"],
    "UPDATE payments.refunds SET status = 'failed' WHERE order_id = $1",
  ],
  [
    ["open_refund"],
    "UPDATE payments.refunds SET status = 'paid', asked_at = now(), created_at = now() - interval '4 days' WHERE order_id = $1",
  ],
])("the reconciliation names what differs in a refund: %j", async (codes, sql) => {
  const [id] = await buyAndDowngrade(true);
  await daybook.platform.pools.durable.query(sql, [id]);
  const result = await reconcile(id);
  expect([result.exitCode, ...codesOf(result.lines)]).toEqual([1, ...codes]);
});
