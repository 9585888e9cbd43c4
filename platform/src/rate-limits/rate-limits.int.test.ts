import { randomBytes } from "node:crypto";
import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { rateLimitMigrations } from "./migrations.ts";
import { createRateLimits, type RateAnswer, type RateLimits } from "./rate-limits.ts";

const minute = 60_000;
const start = Date.UTC(2026, 10, 21, 9);
const login = { name: "login", limit: 5, windowMs: 15 * minute };
const masterKey = randomBytes(32);
let database: TestDatabase;
let pool: pg.Pool;
let now = start;
let statementCount = 0;
let limits: RateLimits;

/** Another API process on the same database. */
const newProcess = () =>
  createRateLimits({
    pool: {
      query: ((...args: Parameters<pg.Pool["query"]>) => {
        statementCount++;
        return pool.query(...args);
      }) as pg.Pool["query"],
    },
    clock: { now: () => now },
    masterKey,
  });

const countAllowed = (answers: readonly RateAnswer[]) => answers.filter(({ allowed }) => allowed).length;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, [...vaultMigrations, ...rateLimitMigrations]);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query("TRUNCATE vault.rate_limits");
  now = start;
  statementCount = 0;
  limits = newProcess();
});

test("several tries in one call are allowed or refused together; a refused call uses up no tries", async () => {
  expect(await limits.take(login, 7, 3)).toEqual({ allowed: true });
  now += minute;
  expect(await limits.take(login, 7, 3)).toEqual({ allowed: false, retryAfterSeconds: 14 * 60 });
  expect(await limits.take(login, 7, 2)).toEqual({ allowed: true });
  expect((await limits.take(login, 7)).allowed).toBe(false);
  await expect(limits.take(login, 8, 6)).rejects.toThrow(RangeError);
});

test("the limit holds for concurrent tries in two processes", async () => {
  const otherProcess = newProcess();
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, i) => (i % 2 ? limits : otherProcess).take(login, 7)),
  );
  expect(countAllowed(answers)).toBe(5);
  expect(answers.find(({ allowed }) => !allowed)).toEqual({ allowed: false, retryAfterSeconds: 900 });
});

test("the sixth try is refused until the first is exactly one window old", async () => {
  for (let i = 0; i < 5; i++) {
    expect(await limits.take(login, 7)).toEqual({ allowed: true });
    now += minute;
  }
  expect(await limits.take(login, 7)).toEqual({ allowed: false, retryAfterSeconds: 600 });
  now = start + login.windowMs - 1;
  expect(await limits.take(login, 7)).toEqual({ allowed: false, retryAfterSeconds: 1 });
  now += 1;
  expect(await limits.take(login, 7)).toEqual({ allowed: true });
  expect(await limits.take(login, 7)).toEqual({ allowed: false, retryAfterSeconds: 60 });
});

test("a loop of 100,000 tries queries the database for the allowed tries, and for one refused try every five seconds", async () => {
  const concurrentAnswers = await Promise.all(Array.from({ length: 50_000 }, () => limits.take(login, 7)));
  expect(countAllowed(concurrentAnswers)).toBe(5);
  for (let i = 0; i < 50_000; i++) expect((await limits.take(login, 7)).allowed).toBe(false);
  expect(statementCount).toBe(6);
  now += 5_000;
  await Promise.all(Array.from({ length: 100 }, () => limits.take(login, 7)));
  expect(statementCount).toBe(7);
});

test("processes share their counts; a reset reaches the other process within seconds", async () => {
  const otherProcess = newProcess();
  for (let i = 0; i < 5; i++) await limits.take(login, 7);
  expect((await otherProcess.take(login, 7)).allowed).toBe(false);
  await limits.reset(login, 7);
  expect((await limits.take(login, 7)).allowed).toBe(true);
  expect((await otherProcess.take(login, 7)).allowed).toBe(false);
  now += 5_000;
  expect((await otherProcess.take(login, 7)).allowed).toBe(true);
});

test("each key and rule has its own count; IPv6 addresses of one /64 share a count", async () => {
  const onceAMinute = { name: "once", limit: 1, windowMs: minute };
  expect((await limits.take(onceAMinute, "2001:db8::1")).allowed).toBe(true);
  expect((await limits.take(onceAMinute, "2001:db8:0:0:ffff::2")).allowed).toBe(false);
  expect((await limits.take(onceAMinute, "2001:db8:0:1::1")).allowed).toBe(true);
  expect((await limits.take(onceAMinute, "192.0.2.1")).allowed).toBe(true);
  expect((await limits.take({ ...onceAMinute, name: "another" }, "2001:db8::1")).allowed).toBe(true);
});

test("no row reveals its key, and another master key counts separately", async () => {
  await limits.take(login, "samuel@example.com");
  const { rows } = await pool.query<{ row: string }>("SELECT r::text AS row FROM vault.rate_limits r");
  expect(rows).toHaveLength(1);
  expect(rows[0]?.row).not.toContain("samuel");
  expect(rows[0]?.row).not.toContain(Buffer.from("samuel@example.com").toString("hex"));
  const limitsWithOtherKey = createRateLimits({
    pool,
    clock: { now: () => now },
    masterKey: randomBytes(32),
  });
  await limitsWithOtherKey.take(login, "samuel@example.com");
  expect((await pool.query("SELECT FROM vault.rate_limits")).rowCount).toBe(2);
});

test("a lowered limit also applies to earlier tries", async () => {
  for (let i = 0; i < 5; i++) {
    await limits.take(login, 7);
    now += minute;
  }
  const loweredRule = { ...login, limit: 2 };
  expect(await newProcess().take(loweredRule, 7)).toEqual({ allowed: false, retryAfterSeconds: 13 * 60 });
});

test("a clock that was a year ahead blocks nobody after it is corrected", async () => {
  now = start + 365 * 24 * 60 * minute;
  for (let i = 0; i < 6; i++) await limits.take(login, 7);
  now = start;
  expect((await newProcess().take(login, 7)).allowed).toBe(true);
  expect((await limits.take(login, 7)).allowed).toBe(true);
});

test("while the database is down, tries fail with an error; afterwards they are allowed again", async () => {
  let isDown = true;
  const query = ((...args: Parameters<pg.Pool["query"]>) =>
    isDown ? Promise.reject(new Error("down")) : pool.query(...args)) as pg.Pool["query"];
  const failingLimits = createRateLimits({ pool: { query }, clock: { now: () => now }, masterKey });
  await expect(Promise.all([failingLimits.take(login, 7), failingLimits.take(login, 7)])).rejects.toThrow(
    "down",
  );
  isDown = false;
  expect((await failingLimits.take(login, 7)).allowed).toBe(true);
});

test("expired keys are deleted, and nothing else", async () => {
  await limits.take({ ...login, windowMs: minute }, 1);
  await limits.take(login, 2);
  now += minute;
  await limits.purgeExpired();
  expect((await pool.query("SELECT FROM vault.rate_limits")).rowCount).toBe(1);
});

test("property: however tries are spread over time and processes, no window holds more than the limit", async () => {
  const tries = fc.array(fc.record({ wait: fc.nat({ max: 40 }), usesSecondProcess: fc.boolean() }), {
    maxLength: 40,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 100 }),
      tries,
      async (limit, windowMs, plan) => {
        const rule = { name: `property ${run++}`, limit, windowMs };
        const processes = [newProcess(), newProcess()] as const;
        const allowedTimes: number[] = [];
        for (const { wait, usesSecondProcess } of plan) {
          now += wait;
          const countInWindow = allowedTimes.filter((at) => at > now - windowMs).length;
          const answer = await processes[usesSecondProcess ? 1 : 0].take(rule, "key");
          // Exactly the limit: not one more, not one fewer.
          expect(answer.allowed).toBe(countInWindow < limit);
          if (answer.allowed) allowedTimes.push(now);
        }
      },
    ),
    { numRuns: 60 },
  );
});
