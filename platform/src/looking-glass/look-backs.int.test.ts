import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createOutbox } from "../mail/outbox.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { createLookBacks, type LookBackDecision } from "./look-backs.ts";
import { lookingGlassMigrations } from "./migrations.ts";

const dayMs = 86_400_000;
const dueAt = Date.UTC(2026, 10, 20, 9);
const clock = { now: () => dueAt };

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase([...vaultMigrations, ...lookingGlassMigrations]);
  pool = createPool({ connectionString: database.url, max: 4, applicationName: "test" });
  await pool.query("INSERT INTO vault.credentials VALUES (1, 'a', 'x', now())");
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

test("a look-back that failed, and that another process then handled, does not bring the next one too early", async () => {
  const outbox = createOutbox({ pool, clock });
  const otherProcess = createLookBacks({ pool, clock, outbox });
  await otherProcess.plan([{ userId: 1, timezone: "UTC", localDate: "2026-11-20", at: dueAt }]);
  const handled: LookBackDecision = {
    outcome: "nothing_to_show",
    next: { localDate: "2026-11-27", at: dueAt + 7 * dayMs },
  };
  // After the failed transaction, this process plans another try. The other process is faster.
  const query = async (text: string, values: unknown[]) => {
    expect(await otherProcess.takeDue(() => Promise.resolve(handled))).toEqual({ kind: "handled" });
    return pool.query(text, values);
  };
  const slowPool = { connect: () => pool.connect(), query } as unknown as pg.Pool;
  const failingProcess = createLookBacks({ pool: slowPool, clock, outbox });
  const error = new Error("the process was killed");
  expect(await failingProcess.takeDue(() => Promise.reject(error))).toEqual({ kind: "failed", error });

  const later = createLookBacks({ pool, clock: { now: () => dueAt + dayMs }, outbox });
  expect(await later.takeDue(() => Promise.resolve(handled))).toEqual({ kind: "none" });
});

test("a look-back that failed is tried again after five minutes", async () => {
  const outbox = createOutbox({ pool, clock });
  const lookBacks = createLookBacks({ pool, clock, outbox });
  await lookBacks.plan([{ userId: 1, timezone: "UTC", localDate: "2026-11-20", at: dueAt }]);
  const fail = () => Promise.reject(new Error("the database is down"));
  expect((await lookBacks.takeDue(fail)).kind).toBe("failed");
  expect((await lookBacks.takeDue(fail)).kind).toBe("none");
  const later = createLookBacks({ pool, clock: { now: () => dueAt + 5 * 60_000 }, outbox });
  expect((await later.takeDue(fail)).kind).toBe("failed");
});
