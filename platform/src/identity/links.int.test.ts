import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createCredentials } from "./credentials.ts";
import { createLinks, type Links } from "./links.ts";
import { vaultMigrations } from "../vault/migrations.ts";

const minute = 60_000;
let database: TestDatabase;
let pool: pg.Pool;
let now = Date.UTC(2026, 10, 20);
const clock = { now: () => now };
let links: Links;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
  await migrate(pool, vaultMigrations);
  const credentials = createCredentials({ pool, clock });
  for (const userId of [1, 2]) {
    await credentials.create({ userId, emailHash: `hash ${userId}`, passwordHash: "x" });
  }
  links = createLinks({ pool, masterKey: randomBytes(32), clock });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query("TRUNCATE vault.links");
  await links.create({ id: 7, userId: 1, purpose: "login", forMs: 15 * minute });
});

test("a link works once, also for concurrent requests", async () => {
  const token = links.tokenOf(7, "login");
  expect(token).toHaveLength(22);
  const uses = await Promise.all(Array.from({ length: 8 }, () => links.use("login", token)));
  expect(uses.filter((use) => use !== null)).toEqual([{ id: 7, userId: 1 }]);
});

test("a command whose reply was lost may use its link again for five minutes; no other command may", async () => {
  const token = links.tokenOf(7, "login");
  expect(await links.use("login", token, { commandId: "one" })).toEqual({ id: 7, userId: 1 });
  expect(await links.use("login", token, { commandId: "another" })).toBeNull();
  expect(await links.use("login", token)).toBeNull();
  now += 5 * minute - 1;
  expect(await links.use("login", token, { commandId: "one" })).toEqual({ id: 7, userId: 1 });
  now += 1;
  expect(await links.use("login", token, { commandId: "one" })).toBeNull();
});

test("a command that used its link shortly before it expired may use it again", async () => {
  const token = links.tokenOf(7, "login");
  now += 15 * minute - 1;
  await links.use("login", token, { commandId: "one" });
  now += 1;
  await links.purgeExpired();
  expect(await links.use("login", token, { commandId: "one" })).toEqual({ id: 7, userId: 1 });
  expect(await links.use("login", token, { commandId: "another" })).toBeNull();
  now += 5 * minute;
  await links.purgeExpired();
  expect((await pool.query("SELECT FROM vault.links")).rowCount).toBe(0);
});

test("revoking all links also revokes used ones, but not the one that the revoking command used", async () => {
  const token = links.tokenOf(7, "login");
  await links.use("login", token, { commandId: "one" });
  await links.revokeAll(1, ["login"], 7);
  expect(await links.use("login", token, { commandId: "one" })).toEqual({ id: 7, userId: 1 });
  await links.revokeAll(1, ["login"]);
  expect(await links.use("login", token, { commandId: "one" })).toBeNull();
});

test("a link works for its purpose, its owner and its time only", async () => {
  const token = links.tokenOf(7, "login");
  expect(await links.use("reset_password", token)).toBeNull();
  expect(await links.use("login", token, { userId: 2 })).toBeNull();
  expect(await links.use("login", token, { id: 8 })).toBeNull();
  expect(await links.use("login", links.tokenOf(8, "login"))).toBeNull();
  now += 15 * minute;
  expect(await links.use("login", token, { userId: 1 })).toBeNull();
  now -= minute;
  expect(await links.use("login", token, { userId: 1 })).toEqual({ id: 7, userId: 1 });
});

test("a link is usable for its purpose until it is used or has expired", async () => {
  expect([await links.isUsable(7, "login"), await links.isUsable(8, "login")]).toEqual([true, false]);
  expect(await links.isUsable(7, "confirm_email")).toBe(false);
  now += 15 * minute;
  expect(await links.isUsable(7, "login")).toBe(false);
  now -= 15 * minute;
  await links.use("login", links.tokenOf(7, "login"));
  expect(await links.isUsable(7, "login")).toBe(false);
});

test("creating a used link again does not make it usable", async () => {
  const token = links.tokenOf(7, "login");
  await links.use("login", token);
  await links.create({ id: 7, userId: 1, purpose: "login", forMs: 60 * minute });
  expect(await links.use("login", token)).toBeNull();
});

test("a new link gets another id when a link of another account has its id, so its token does not open the other account", async () => {
  const link = { id: 7, userId: 2, purpose: "login", forMs: minute } as const;
  const id = await links.create(link);
  expect(id).not.toBe(7);
  expect(await links.create(link)).toBe(id);
  expect(await links.use("login", links.tokenOf(id, "login"))).toEqual({ id, userId: 2 });
  expect(await links.use("login", links.tokenOf(7, "login"))).toEqual({ id: 7, userId: 1 });
});

test("no row holds the token, and another master key makes other tokens", async () => {
  const { rows } = await pool.query<{ row: string }>("SELECT l::text AS row FROM vault.links l");
  const token = links.tokenOf(7, "login");
  expect(rows.map(({ row }) => row).join()).not.toContain(token);
  expect(createLinks({ pool, masterKey: randomBytes(32), clock }).tokenOf(7, "login")).not.toBe(token);
});

test("links are revoked by purpose, and expired ones are purged", async () => {
  await links.create({ id: 8, userId: 1, purpose: "confirm_email", forMs: minute });
  await links.revokeAll(1, ["login", "reset_password"]);
  expect(await links.use("login", links.tokenOf(7, "login"))).toBeNull();
  expect(await links.isUsable(8, "confirm_email")).toBe(true);
  now += 2 * minute;
  await links.purgeExpired();
  expect((await pool.query("SELECT FROM vault.links")).rowCount).toBe(0);
});

test("a removed account has no links", async () => {
  await links.create({ id: 9, userId: 2, purpose: "login", forMs: minute });
  await createCredentials({ pool, clock }).remove(2);
  expect(await links.use("login", links.tokenOf(9, "login"))).toBeNull();
});
