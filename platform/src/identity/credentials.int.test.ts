import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createCredentials, type Credentials } from "./credentials.ts";
import { vaultMigrations } from "../vault/migrations.ts";

let database: TestDatabase;
let pool: pg.Pool;
let credentials: Credentials;
let now = Date.UTC(2026, 10, 20, 10, 42, 0, 7);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, vaultMigrations);
  credentials = createCredentials({ pool, clock: { now: () => now } });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("an e-mail address belongs to one account, even when several claim it concurrently", async () => {
  const attempts = await Promise.all(
    [1, 2, 3, 4, 5].map((userId) =>
      credentials.create({ userId, emailHash: "contested", passwordHash: `hash ${userId}` }),
    ),
  );
  expect(attempts.filter(Boolean)).toHaveLength(1);
  const userId = attempts.indexOf(true) + 1;
  expect(await credentials.findByEmailHash("contested")).toEqual({
    userId,
    passwordHash: `hash ${userId}`,
    createdAt: "2026-11-20T10:42:00.007Z",
  });
});

test("claiming an address again for the same account changes nothing", async () => {
  expect(await credentials.create({ userId: 10, emailHash: "mine", passwordHash: "first" })).toBe(true);
  expect(await credentials.create({ userId: 10, emailHash: "mine", passwordHash: "second" })).toBe(true);
  expect(await credentials.create({ userId: 10, emailHash: "another", passwordHash: "third" })).toBe(false);
  expect((await credentials.findByEmailHash("mine"))?.passwordHash).toBe("first");
  expect(await credentials.findByEmailHash("another")).toBeNull();
});

test("a removed account frees its address", async () => {
  await credentials.create({ userId: 20, emailHash: "freed", passwordHash: "x" });
  await credentials.remove(20);
  expect(await credentials.create({ userId: 21, emailHash: "freed", passwordHash: "y" })).toBe(true);
});

test("a passed bot check is remembered for the given time, which the next check may extend but not shorten", async () => {
  expect(await credentials.hasPassedBotCheck("v")).toBe(false);
  await credentials.rememberBotCheck("v", 600_000);
  now += 599_999;
  expect(await credentials.hasPassedBotCheck("v")).toBe(true);
  expect(await credentials.hasPassedBotCheck("w")).toBe(false);
  await credentials.rememberBotCheck("v", 600_000);
  await credentials.rememberBotCheck("v", 1_000);
  now += 599_999;
  await credentials.purgeExpired();
  expect(await credentials.hasPassedBotCheck("v")).toBe(true);
  now += 1;
  expect(await credentials.hasPassedBotCheck("v")).toBe(false);
  await credentials.purgeExpired();
  expect((await pool.query("SELECT FROM vault.verified_emails")).rowCount).toBe(0);
});
