import { randomUUID } from "node:crypto";
import { runReconcile } from "@daybook/bin/billing/run-reconcile";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { readConfig } from "@daybook/platform/config";
import { afterEach, beforeEach, expect, it } from "vitest";
import { startTestDaybook, type TestDaybook } from "./harness.ts";
import { must } from "./people.ts";

let daybook: TestDaybook;
let person: RemoteDaybook;
beforeEach(async () => {
  daybook = await startTestDaybook();
  person = await daybook.newPerson();
});
afterEach(() => daybook?.stop());

const submission = (packageName: string) => ({
  body: { membership_package_name: packageName, subscription: 1, payment_method_nonce: "fake-valid-nonce" },
  key: randomUUID(),
});

async function run(sql: string): Promise<void> {
  const { rowCount } = await daybook.platform.pools.durable.query(sql);
  expect(rowCount).toBeGreaterThan(0);
}

/** The codes that the command prints, and its exit code. */
async function reconcile(): Promise<{ code: number; found: string[]; lines: string[] }> {
  const lines: string[] = [];
  const config = readConfig({
    DATABASE_URL: daybook.databaseUrl,
    DAYBOOK_DATA: daybook.platform.dataFolder.path,
  });
  const code = await runReconcile(30, config, (line) => void lines.push(line));
  return { code, found: code === 0 ? [] : lines.map((line) => line.split(" ")[0]!), lines };
}

async function buyTwoPlans(): Promise<void> {
  must(await person.call("goProLoggedIn", submission("standard")));
  must(await person.call("proPlusConversion", submission("proplus")));
}

it("agrees after purchases and a declined card, and also before the first purchase", async () => {
  expect((await reconcile()).lines).toEqual(["Orders, charges and the log of the last 30 days agree."]);
  const { body, key } = submission("standard");
  await person.call("goProLoggedIn", { key, body: { ...body, payment_method_nonce: "fake-consumed-nonce" } });
  await buyTwoPlans();
  expect(await reconcile()).toMatchObject({ code: 0, found: [] });
});

const order = "(SELECT min(id) FROM payments.orders)";
const aged = `created_at = now() - interval '20 minutes'`;

it.each([
  ["charge_missing", `DELETE FROM payments.sandbox_charges WHERE order_id = ${order}`],
  ["charge_differs", `UPDATE payments.sandbox_charges SET amount = amount + 1 WHERE order_id = ${order}`],
  [
    "charge_without_order",
    `INSERT INTO payments.sandbox_charges (order_id, charge_id, amount) VALUES (77, 'x', 1999)`,
  ],
  [
    "event_differs",
    `UPDATE payments.orders SET purchase = jsonb_set(purchase, '{amount}', '1') WHERE id = ${order}`,
  ],
  [
    "membership_missing",
    `UPDATE payments.orders SET purchase = jsonb_set(purchase, '{endsAt}', '"2099-01-01T00:00:00.000Z"') WHERE id = ${order}`,
  ],
  ["open_order", `UPDATE payments.orders SET status = 'charged', ${aged} WHERE id = ${order}`],
  ["event_without_order", `DELETE FROM payments.orders WHERE id = ${order}`],
])("names the difference %s, with its order", async (code, sql) => {
  await buyTwoPlans();
  const [id] = must(await person.call("listOrders"))
    .orders.map((item) => item.order.id)
    .toReversed();
  await run(sql);
  const result = await reconcile();
  expect(result.code).toBe(1);
  expect(result.found).toContain(code);
  const line = result.lines.find((text) => text.startsWith(code));
  expect(line).toContain(`Order ${code === "charge_without_order" ? 77 : id} `);
  expect(result.lines.join()).not.toMatch(/1999|\$/);
});

it("names a paid order without its purchase in the log", async () => {
  await buyTwoPlans();
  await run(
    `INSERT INTO payments.orders SELECT 5, account_id, provider, is_test, kind, amount, purchase, context, status, charge_id,
       card_last_four, decline_code, created_at, settled_at FROM payments.orders WHERE id = ${order}`,
  );
  expect((await reconcile()).found.sort()).toEqual(["charge_missing", "event_missing"]);
});
