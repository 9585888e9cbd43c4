import { inlineTextWork } from "@daybook/application/texts/text-work";
import { randomBytes } from "node:crypto";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { ledgerMigrations } from "@daybook/platform/commands/migrations";
import { migrate } from "@daybook/platform/postgres/migrate";
import { createCredentials } from "@daybook/platform/identity/credentials";
import { createKeyVault, type DataKey, type KeyVault } from "@daybook/platform/vault/key-vault";
import { vaultMigrations } from "@daybook/platform/vault/migrations";
import { createLocks } from "@daybook/platform/locks/locks";
import { createPasswords } from "@daybook/platform/identity/passwords";
import { keyedHash, seal } from "@daybook/platform/vault/seal";
import { createShares } from "@daybook/platform/sharing/shares";
import { sharingMigrations } from "@daybook/platform/sharing/migrations";
import { tables } from "@daybook/read-models/tables";
import { insertRows } from "@daybook/read-models/testing/insert-rows";
import { createReadModelDatabase } from "@daybook/read-models/testing/read-model-database";
import { accountRow, entryRow, journalRow } from "@daybook/read-models/testing/sample-rows";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { findSharedPage, type ShareDeps } from "./share-mail.ts";

const masterKey = randomBytes(32);
const to = { address: "Friend@example.com", firstName: "" };
let database: Awaited<ReturnType<typeof createReadModelDatabase>>;
let vault: KeyVault;
let deps: ShareDeps;
/** The id of the current test's entry, and of its share. */
let entryId = 100;

beforeAll(async () => {
  database = await createReadModelDatabase();
  const { pool } = database;
  await migrate(pool, [...vaultMigrations, ...ledgerMigrations, ...sharingMigrations]);
  vault = createKeyVault({ pool, masterKey });
  const clock = { now: () => 0 };
  const credentials = createCredentials({ pool, clock });
  deps = {
    db: pool,
    vault,
    credentials,
    masterKey,
    clock,
    texts: inlineTextWork,
    shares: createShares({ pool }),
  };
  await credentials.create({ userId: 1, emailHash: "sharer", passwordHash: "x" });
  const account = await vault.create("account-1", null);
  await vault.create("journal-10", "account-1");
  await insertRows(pool, tables.accounts, [
    accountRow({
      id: 1,
      firstName: seal(account, "account-1", "account.first_name", "Samuel"),
      lastName: seal(account, "account-1", "account.last_name", "Pepys"),
    }),
  ]);
  await insertRows(pool, tables.journals, [journalRow({ id: 10 })]);
});
afterAll(() => database.close());

const sealBody = (key: DataKey, html: string) => seal(key, `entry-${entryId}`, "entry.body", html);

beforeEach(async () => {
  const stream = `entry-${++entryId}`;
  const key = await vault.create(stream, "journal-10");
  const title = seal(key, stream, "entry.title", "By water");
  const body = sealBody(key, '<p>To Deptford <img src="https://example.com/x.png" alt="" /></p>');
  await insertRows(database.pool, tables.entries, [
    entryRow({ id: entryId, journalId: 10, title, localDate: "0089-01-11" }),
  ]);
  await insertRows(database.pool, tables.entryBodies, [{ entryId, body }]);
  const account = (await vault.openKey("account-1"))!;
  await createShares({ pool: database.pool }).begin({
    id: entryId,
    userId: 1,
    entryId,
    message: seal(key, stream, "share.message", "Look"),
    recipients: seal(key, stream, "share.recipients", "[]"),
    correlationId: null,
    ip: seal(account, "account-1", "account.session_ip", "::1"),
    userAgent: seal(account, "account-1", "account.session_user_agent", ""),
    at: "2026-11-20T10:00:00.000Z",
  });
});

test("the mail of a share has the current text of the entry, without pictures, and its date", async () => {
  const key = (await vault.openKey(`entry-${entryId}`))!;
  expect(await findSharedPage(deps, entryId, to)).toEqual({
    sharer: "Samuel Pepys",
    message: "Look",
    page: { title: "By water", date: "Tue. 1/11/0089", text: "To Deptford", html: "<p>To Deptford </p>" },
  });
  await database.pool.query("UPDATE read_models.entry_bodies SET body = $2 WHERE entry_id = $1", [
    entryId,
    sealBody(key, "<p>Changed</p>"),
  ]);
  const laterPage = await findSharedPage(deps, entryId, to);
  expect(typeof laterPage === "object" && laterPage.page.text).toBe("Changed");
});

test.each([
  ["trashed", "UPDATE read_models.entries SET status = 'trashed' WHERE id = $1"],
  ["another person's", "UPDATE read_models.entries SET user_id = 2 WHERE id = $1"],
  ["no longer shared", "DELETE FROM vault.shares WHERE id = $1"],
])("nothing is sent when the entry is %s", async (_how, sql) => {
  await database.pool.query(sql, [entryId]);
  expect(await findSharedPage(deps, entryId, to)).toBe("gone");
});

test("nothing is sent when the key of the entry was erased", async () => {
  await vault.erase(`entry-${entryId}`);
  expect(await findSharedPage(deps, entryId, to)).toBe("gone");
});

test("nothing is sent when the entry is locked", async () => {
  const stream = `entry-${entryId}`;
  const cost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
  const { pool } = database;
  const locks = createLocks({ pool, vault, clock: deps.clock, passwords: createPasswords({ cost }), cost });
  await locks.set({
    stream,
    userId: 1,
    type: lockTypes.password,
    keyId: stream,
    key: (await vault.openKey(stream))!,
    password: "by water to Deptford",
    hint: "",
    remember: false,
    auto: false,
    recovery: false,
    commandId: "command",
    replacedLock: null,
  });
  expect(await findSharedPage(deps, entryId, to)).toBe("gone");
});

test("the mail waits when the read model does not have the entry yet", async () => {
  await database.pool.query("DELETE FROM read_models.entries WHERE id = $1", [entryId]);
  expect(await findSharedPage(deps, entryId, to)).toBe("later");
});

test.each([
  ["entry", () => `entry-${entryId}`],
  ["journal", () => "journal-10"],
])(
  "the mail waits while events of the %s are parked, because its row is out of date",
  async (_what, streamName) => {
    await database.pool.query(
      `INSERT INTO read_models.parked_events (projection, stream, revision, position, type, reason)
    VALUES ('entry-page', $1, 3, '7', 'EntryTrashed', 'x')`,
      [streamName()],
    );
    expect(await findSharedPage(deps, entryId, to)).toBe("later");
    await database.pool.query("TRUNCATE read_models.parked_events");
    expect(await findSharedPage(deps, entryId, to)).toBeTypeOf("object");
  },
);

test("nothing is sent when the journal is in the trash", async () => {
  await database.pool.query("UPDATE read_models.journals SET status = 'trashed'");
  expect(await findSharedPage(deps, entryId, to)).toBe("gone");
  await database.pool.query("UPDATE read_models.journals SET status = 'active'");
});

test("nothing is sent to people who turned shares off, even when their address is typed with a capital letter", async () => {
  const emailHash = keyedHash(masterKey, "account.email", "friend@example.com");
  await createCredentials({ pool: database.pool, clock: { now: () => 0 } }).create({
    userId: 2,
    emailHash,
    passwordHash: "x",
  });
  await insertRows(database.pool, tables.accounts, [accountRow({ id: 2, receiveShares: false })]);
  expect(await findSharedPage(deps, entryId, to)).toBe("gone");
  await database.pool.query("UPDATE read_models.accounts SET receive_shares = true WHERE id = 2");
  expect(typeof (await findSharedPage(deps, entryId, to))).toBe("object");
});
