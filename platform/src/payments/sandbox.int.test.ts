import { createIdSource } from "@daybook/domain/kernel/ids";
import type { Pool } from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { systemClock } from "../clock.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { paymentMigrations } from "./migrations.ts";
import { describePaymentsContract } from "./payments-contract.ts";
import { createSandboxPayments } from "./sandbox.ts";

let database: TestDatabase;
let pool: Pool;
const newOrderId = createIdSource(systemClock, Math.random);

beforeAll(async () => {
  database = await createTestDatabase(paymentMigrations);
  pool = createPool({ connectionString: database.url, applicationName: "test" });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

describePaymentsContract("the sandbox", { open: () => createSandboxPayments({ pool }), newOrderId });

it("the sandbox charges an order once, even when it is asked many times concurrently", async () => {
  const sandbox = createSandboxPayments({ pool });
  const request = { orderId: newOrderId(), amount: 1999, source: { nonce: "fake-valid-nonce" } };
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => sandbox.charge(request)));
  expect(outcomes.filter(({ kind }) => kind === "charged")).toHaveLength(1);
});
