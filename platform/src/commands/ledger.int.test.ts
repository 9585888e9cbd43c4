import { randomBytes } from "node:crypto";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { DataKey } from "../privacy/data-key.ts";
import { open, seal } from "../privacy/seal.ts";
import { createLedger, forgetActsOf, type Ledger, type ReplyLabel } from "./ledger.ts";
import { ledgerMigrations } from "./migrations.ts";

let database: TestDatabase;
let pool: pg.Pool;
let ledger: Ledger;
const key = new DataKey(randomBytes(32));
const sealReply = (text: string): Sealed<ReplyLabel> => seal(key, "account-1", "ledger.reply", text);

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test", durable: false });
  await migrate(pool, ledgerMigrations);
  ledger = createLedger({ pool });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(() => pool.query("TRUNCATE ledger.commands, ledger.withheld"));

const save = { userId: 1, key: "save 1", fingerprint: "PUT a" };
const ids = [9_007_199_254_740_991, 7];
const begin = (act = save, makeIds: () => number[] = () => ids) => ledger.begin({ ...act, makeIds });

test("an act is new once; a repeat gets the ids of the first time, and the reply once there is one", async () => {
  expect(await begin()).toEqual({ kind: "new", ids });
  expect(await begin(save, () => [1, 2])).toEqual({ kind: "repeat", ids, reply: null });
  const sealedBody = sealReply('{"entry":{"title":"Lord’s day"}}');
  await ledger.complete({ ...save, status: 201, sealedBody });
  const repeat = await begin(save, () => [3, 4]);
  expect(repeat).toEqual({ kind: "repeat", ids, reply: { status: 201, sealedBody } });
  expect(open(key, "account-1", "ledger.reply", sealedBody)).toContain("Lord’s day");
});

test("of those that begin at once, one is new and all use its ids", async () => {
  const begun = await Promise.all(Array.from({ length: 12 }, (_, index) => begin(save, () => [index])));
  const fresh = begun.filter(({ kind }) => kind === "new");
  expect(fresh).toHaveLength(1);
  for (const one of begun) expect(one).toHaveProperty("ids", "ids" in fresh[0]! ? fresh[0].ids : null);
});

test("a key that was used for another request is refused, and keeps what it had", async () => {
  await begin();
  expect(await begin({ ...save, fingerprint: "PUT b" })).toEqual({ kind: "mismatch" });
  expect(await begin()).toEqual({ kind: "repeat", ids, reply: null });
});

test("keys belong to their user", async () => {
  await begin();
  expect(await begin({ ...save, userId: 2, fingerprint: "PUT b" }, () => [9])).toEqual({
    kind: "new",
    ids: [9],
  });
});

test("the acts of one person are forgotten, and a late reply puts none of them back", async () => {
  await begin();
  await begin({ ...save, userId: 2 });
  await pool.query("INSERT INTO ledger.withheld (user_id, since) VALUES (1, now()), (2, now())");
  await forgetActsOf(pool, 1);
  await ledger.complete({ ...save, status: 204, sealedBody: sealReply("") });
  for (const table of ["ledger.commands", "ledger.withheld"]) {
    const { rows } = await pool.query<{ user_id: number }>(`SELECT user_id FROM ${table}`);
    expect(rows).toEqual([{ user_id: 2 }]);
  }
});

test("the first reply counts", async () => {
  await begin();
  const first = sealReply("first");
  await ledger.complete({ ...save, status: 200, sealedBody: first });
  await ledger.complete({ ...save, status: 204, sealedBody: sealReply("second") });
  expect(await begin()).toEqual({ kind: "repeat", ids, reply: { status: 200, sealedBody: first } });
});

test("old acts are purged, and then count as new; a late reply to one does no harm", async () => {
  await begin();
  await begin({ ...save, key: "save 2" });
  await pool.query("UPDATE ledger.commands SET created_at = now() - interval '8 days' WHERE key = 'save 1'");
  expect(await ledger.purge(new Date(Date.now() - 7 * 86_400_000))).toBe(1);
  await ledger.complete({ ...save, status: 200, sealedBody: sealReply("late") });
  expect(await begin(save, () => [5])).toEqual({ kind: "new", ids: [5] });
  expect((await begin({ ...save, key: "save 2" })).kind).toBe("repeat");
});
