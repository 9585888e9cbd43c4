import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { createNonces } from "./nonces.ts";

let database: TestDatabase;
let pool: pg.Pool;
let now = 0;
const clock = { now: () => now };
/** Two API processes on one database. */
let nonces: ReturnType<typeof createNonces>;
let otherProcess: ReturnType<typeof createNonces>;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, vaultMigrations);
  nonces = createNonces({ pool, clock });
  otherProcess = createNonces({ pool, clock });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(() => {
  now = Date.UTC(2026, 10, 20, 10, 42);
});

test("nonces are accepted once, across processes, for each token and timestamp", async () => {
  const seconds = now / 1000;
  const isNew = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      (index % 2 ? nonces : otherProcess).rememberNonce("t", "n", seconds),
    ),
  );
  expect(isNew.filter(Boolean)).toHaveLength(1);
  expect(await nonces.rememberNonce("t", "n", seconds + 1)).toBe(true);
  expect(await nonces.rememberNonce("u", "n", seconds)).toBe(true);
  expect(await nonces.rememberNonce("t", "m", seconds)).toBe(true);
});

test("a process accepts a nonce once while the disk is full, and not again when there is space", async () => {
  let isFull = true;
  const diskFull = Object.assign(new Error("could not extend file"), { code: "53100" });
  const query = (...args: Parameters<typeof pool.query>) =>
    isFull ? Promise.reject(diskFull) : pool.query(...args);
  const fullNonces = createNonces({ pool: { query } as never, clock: { now: () => now } });
  const seconds = now / 1000;
  const isNew = await Promise.all([1, 2, 3].map(() => fullNonces.rememberNonce("full", "n", seconds)));
  expect(isNew).toEqual([true, false, false]);
  expect(await fullNonces.rememberNonce("full", "m", seconds)).toBe(true);
  isFull = false;
  expect(await fullNonces.rememberNonce("full", "n", seconds)).toBe(false);
  expect(await fullNonces.rememberNonce("full", "o", seconds)).toBe(true);
  expect(await fullNonces.rememberNonce("full", "o", seconds)).toBe(false);
});

test("while the disk is full, a nonce uses memory only as long as its signature is valid", async () => {
  const diskFull = Object.assign(new Error("could not extend file"), { code: "53100" });
  const fullPool = { query: () => Promise.reject(diskFull) } as never;
  const fullNonces = createNonces({ pool: fullPool, clock, maxInMemory: 2 });
  const remember = (nonce: string) => fullNonces.rememberNonce("many", nonce, now / 1000);
  expect([await remember("a"), await remember("b")]).toEqual([true, true]);
  await expect(remember("c")).rejects.toThrow(diskFull);
  now += 11 * 60_000 + 1_000;
  expect(await remember("d")).toBe(true);
});
