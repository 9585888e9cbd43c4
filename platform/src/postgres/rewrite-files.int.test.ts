import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { outboxMigrations } from "../mail/migrations.ts";
import { sharingMigrations } from "../sharing/migrations.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { createPool } from "./pool.ts";
import { createFileRewriter } from "./rewrite-files.ts";

let database: TestDatabase;
let pool: pg.Pool;
const loggedDetails: unknown[] = [];
const logger = { warn: (details: unknown) => void loggedDetails.push(details) };
const role = `weak_${randomBytes(6).toString("hex")}`;

beforeAll(async () => {
  database = await createTestDatabase([...vaultMigrations, ...sharingMigrations, ...outboxMigrations]);
  pool = createPool({ connectionString: database.url, applicationName: "rewrite test" });
});
afterAll(async () => {
  await pool.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`).catch(() => {});
  await pool.end();
  await database.drop();
});

const insertKey = (id: string, parentId: string | null = null) =>
  pool.query("INSERT INTO vault.keys (id, parent_id, wrapped) VALUES ($1, $2, $3)", [id, parentId, "x"]);
const rewriter = () => createFileRewriter({ pool, logger });
/** The number of the file of `vault.keys`. A rewrite creates a new file. */
const readKeysFile = async (): Promise<unknown> =>
  (await pool.query("SELECT pg_relation_filenode('vault.keys') AS file")).rows[0].file;
async function markAllRewritten(): Promise<void> {
  const due = await rewriter().findDue();
  if (due) await rewriter().markRewritten(due);
}

it("replacing a key makes a rewrite due, erasing a key with all keys below it makes only one due, and a new key makes none due", async () => {
  await insertKey("journal-1");
  for (let entry = 0; entry < 5; entry++) await insertKey(`entry-${entry}`, "journal-1");
  expect(await rewriter().findDue()).toBeNull();
  await pool.query("UPDATE vault.keys SET wrapped = 'y' WHERE id = 'entry-1'");
  expect(await rewriter().findDue()).not.toBeNull();
  await markAllRewritten();
  await pool.query("UPDATE vault.keys SET wrapped = 'y' WHERE id = 'nobody'");
  expect(await rewriter().findDue()).toBeNull();
  await pool.query("DELETE FROM vault.keys WHERE id = 'journal-1'");
  const { rowCount } = await pool.query("SELECT FROM vault.rewrites_due");
  expect(rowCount).toBe(1);
  await markAllRewritten();
  expect(await rewriter().findDue()).toBeNull();
});

it("a rewrite is held back by a transaction that still sees the erased rows", async () => {
  await insertKey("journal-2");
  const reader = await pool.connect();
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await reader.query("SELECT FROM vault.keys");
  await pool.query("DELETE FROM vault.keys WHERE id = 'journal-2'");
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: true });
  await reader.query("COMMIT");
  reader.release();
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: false });
  await markAllRewritten();
});

it("a rewrite is held back by a transaction that began while the erasing one was open", async () => {
  await insertKey("journal-4");
  const eraser = await pool.connect();
  await eraser.query("BEGIN; SELECT FROM vault.keys LIMIT 1");
  const reader = await pool.connect();
  await reader.query("BEGIN ISOLATION LEVEL REPEATABLE READ");
  await reader.query("SELECT FROM vault.keys");
  await eraser.query("DELETE FROM vault.keys WHERE id = 'journal-4'");
  await eraser.query("COMMIT");
  eraser.release();
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: true });
  await reader.query("COMMIT");
  reader.release();
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: false });
  await markAllRewritten();
});

it("a rewrite is held back by an idle transaction that wrote before the erasure", async () => {
  await insertKey("journal-5");
  const writer = await pool.connect();
  await writer.query("BEGIN; SELECT pg_current_xact_id()");
  await pool.query("DELETE FROM vault.keys WHERE id = 'journal-5'");
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: true });
  await writer.query("COMMIT");
  writer.release();
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: false });
  await markAllRewritten();
});

it("an erasure that commits during a rewrite stays due, even when the rewrite covers an erasure that began later", async () => {
  await insertKey("journal-6");
  await insertKey("journal-7");
  const eraser = await pool.connect();
  await eraser.query("BEGIN; DELETE FROM vault.keys WHERE id = 'journal-6'");
  await pool.query("DELETE FROM vault.keys WHERE id = 'journal-7'");
  const due = await rewriter().findDue();
  await eraser.query("COMMIT");
  eraser.release();
  if (due) await rewriter().markRewritten(due);
  expect((await rewriter().findDue())?.ids).toHaveLength(1);
  await markAllRewritten();
});

it("a rewrite is held back by a lock that the log does not have yet", async () => {
  await insertKey("journal-8");
  await pool.query("UPDATE vault.keys SET wrapped = 'y' WHERE id = 'journal-8'");
  await pool.query(
    "INSERT INTO vault.untold_locks (stream, user_id, mark, noted_at) VALUES ('journal-1', 1, 'a', now())",
  );
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: true });
  await pool.query("DELETE FROM vault.untold_locks");
  expect(await rewriter().findDue()).toMatchObject({ isHeldBack: false });
  await markAllRewritten();
});

it("a rewrite waits for a table that is in use, and lets other statements run in the meantime", async () => {
  const fileBefore = await readKeysFile();
  const writer = await pool.connect();
  await writer.query("BEGIN");
  await writer.query("INSERT INTO vault.keys (id, wrapped) VALUES ('journal-3', 'x')");
  const rewriting = rewriter().rewriteTables(new AbortController().signal);
  for (let entry = 0; entry < 10; entry++) await insertKey(`journal-3${entry}`);
  await writer.query("COMMIT");
  writer.release();
  await rewriting;
  expect(await readKeysFile()).not.toBe(fileBefore);
});

it("what the database role has no right to remove is logged once, even after two rewrites", async () => {
  await pool.query(
    `CREATE ROLE ${role} LOGIN PASSWORD 'weak';
     GRANT USAGE ON SCHEMA vault, outbox TO ${role}; GRANT SELECT ON ALL TABLES IN SCHEMA vault TO ${role}`,
  );
  const url = new URL(database.url);
  url.username = role;
  url.password = "weak";
  const weakPool = createPool({ connectionString: url.href, applicationName: "weak" });
  loggedDetails.length = 0;
  const weakRewriter = createFileRewriter({ pool: weakPool, logger });
  for (let run = 0; run < 2; run++) {
    await weakRewriter.rewriteTables(new AbortController().signal);
    await weakRewriter.dropOldLog();
  }
  await weakPool.end();
  const leftovers = loggedDetails.map((details) => (details as { left: string }).left);
  expect(leftovers.filter((leftover) => !leftover.startsWith("recycled"))).toEqual([
    "vault.keys",
    "vault.locks",
    "vault.open_locks",
    "vault.tag_names",
    "vault.shares",
    "outbox.mails",
    "pg_catalog.pg_statistic",
    "the write-ahead log",
  ]);
});
