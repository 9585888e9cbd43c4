import { randomBytes } from "node:crypto";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { CannotOpen } from "./authenticated-cipher.ts";
import { createKeyVault, type DataKey, KeyGone, KeyMisplaced, type KeyVault } from "./key-vault.ts";
import { vaultMigrations } from "./migrations.ts";
import { open, seal } from "./seal.ts";

let database: TestDatabase;
let pool: pg.Pool;
const masterKey = randomBytes(32);
/** Two processes on one database. */
let vault: KeyVault;
let otherProcess: KeyVault;

beforeAll(async () => {
  database = await createTestDatabase(vaultMigrations);
  pool = createPool({ connectionString: database.url, applicationName: "test" });
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

beforeEach(async () => {
  await pool.query("TRUNCATE vault.keys, vault.erasures CASCADE");
  vault = createKeyVault({ pool, masterKey });
  otherProcess = createKeyVault({ pool, masterKey });
});

async function createKeyTree(): Promise<void> {
  await vault.create("account-1", null);
  await vault.create("journal-1", "account-1");
  await vault.create("journal-2", "account-1");
  for (const entry of ["entry-1", "entry-2"]) await vault.create(entry, "journal-1");
  await vault.create("entry-3", "journal-2");
}

const sealWith = (key: DataKey) => seal(key, "entry-1", "entry.body", "dined at home");
const openWith = (key: DataKey | null | undefined, value: ReturnType<typeof sealWith>) =>
  key ? open(key, "entry-1", "entry.body", value) : null;

const readWrapped = async (id: string): Promise<Buffer> => {
  const { rows } = await pool.query<{ wrapped: Buffer }>("SELECT wrapped FROM vault.keys WHERE id = $1", [
    id,
  ]);
  return rows[0]!.wrapped;
};

describe("creating and opening", () => {
  test("a key is the same in every process, and after a new start", async () => {
    await createKeyTree();
    const value = sealWith(await vault.create("entry-9", "journal-1"));
    const restartedVault = createKeyVault({ pool, masterKey });
    expect(openWith(await otherProcess.openKey("entry-9"), value)).toBe("dined at home");
    expect(openWith(await restartedVault.openKey("entry-9"), value)).toBe("dined at home");
  });

  test("creating a key several times, concurrently in two processes, gives one key", async () => {
    await createKeyTree();
    const keys = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? vault : otherProcess).create("entry-9", "journal-1"),
      ),
    );
    const value = sealWith(keys[0]!);
    for (const key of keys) expect(openWith(key, value)).toBe("dined at home");
    expect(openWith(await vault.create("entry-9", "journal-1"), value)).toBe("dined at home");
  });

  test("an id has one parent, which must exist", async () => {
    await createKeyTree();
    await expect(vault.create("entry-1", "journal-2")).rejects.toThrow(KeyMisplaced);
    await expect(vault.create("entry-9", "journal-9")).rejects.toThrow(KeyGone);
  });

  test("many keys are opened in one round trip; ids without a key are missing from the result", async () => {
    await createKeyTree();
    let queries = 0;
    const countedPool = createPool({ connectionString: database.url, applicationName: "test" });
    countedPool.on("acquire", () => queries++);
    const newVault = createKeyVault({ pool: countedPool, masterKey });
    const keys = await newVault.openKeys(["entry-1", "entry-2", "entry-3", "entry-4", "account-1"]);
    expect([...keys.keys()].toSorted()).toEqual(["account-1", "entry-1", "entry-2", "entry-3"]);
    expect(queries).toBe(1);
    expect(await newVault.openKeys([])).toEqual(new Map());
    expect(queries).toBe(1);
    await countedPool.end();
    const value = sealWith(keys.get("entry-1")!);
    expect(openWith(await vault.openKey("entry-1"), value)).toBe("dined at home");
    expect(() => openWith(keys.get("entry-2"), value)).toThrow(CannotOpen);
  });

  test("a tree can be deeper than one round trip reads", async () => {
    await createKeyTree();
    for (let level = 10; level < 20; level++) {
      await vault.create(`entry-${level}`, level === 10 ? "entry-1" : `entry-${level - 1}`);
    }
    const value = sealWith((await vault.openKey("entry-19"))!);
    expect(openWith(await otherProcess.openKey("entry-19"), value)).toBe("dined at home");
    await vault.erase("account-1");
    expect(await otherProcess.openKey("entry-19")).toBeNull();
  });

  test("the database contains no key in clear, and another master key opens nothing", async () => {
    const generatedBytes: Buffer[] = [];
    const recordingVault = createKeyVault({
      pool,
      masterKey,
      random: (size) => {
        const bytes = randomBytes(size);
        generatedBytes.push(Buffer.from(bytes));
        return bytes;
      },
    });
    await recordingVault.create("account-1", null);
    await recordingVault.create("journal-1", "account-1");
    const { rows } = await pool.query<{ all: string }>(
      "SELECT string_agg(encode(wrapped, 'hex'), ' ') AS all FROM vault.keys",
    );
    const secrets = generatedBytes.filter(({ length }) => length === 32);
    expect(secrets).toHaveLength(2);
    for (const secret of [...secrets, masterKey]) expect(rows[0]!.all).not.toContain(secret.toString("hex"));
    const vaultWithOtherKey = createKeyVault({ pool, masterKey: randomBytes(32) });
    await expect(vaultWithOtherKey.openKey("journal-1")).rejects.toThrow(CannotOpen);
  });
});

describe("tampering with rows", () => {
  test("wrapped bytes open under no other id", async () => {
    await createKeyTree();
    await vault.openKeys(["entry-1", "entry-2"]);
    await pool.query("UPDATE vault.keys SET wrapped = $1 WHERE id = 'entry-2'", [
      await readWrapped("entry-1"),
    ]);
    for (const process of [vault, otherProcess])
      await expect(process.openKey("entry-2")).rejects.toThrow(CannotOpen);
  });

  test("a row that is put under another parent does not open", async () => {
    await createKeyTree();
    await vault.openKey("entry-1");
    await pool.query("UPDATE vault.keys SET parent_id = 'journal-2' WHERE id = 'entry-1'");
    for (const process of [vault, otherProcess])
      await expect(process.openKey("entry-1")).rejects.toThrow(CannotOpen);
  });

  test("a cycle of parents is an error, not an endless loop", async () => {
    await createKeyTree();
    await pool.query("UPDATE vault.keys SET parent_id = 'entry-1' WHERE id = 'account-1'");
    await expect(vault.openKey("entry-1")).rejects.toThrow(KeyMisplaced);
  });
});

describe("moving", () => {
  test("a moved key is the same key, lives under the new parent, and only its row changed", async () => {
    await createKeyTree();
    const value = sealWith((await vault.openKey("entry-1"))!);
    const otherRows = "SELECT id, parent_id, wrapped FROM vault.keys WHERE id <> 'entry-1' ORDER BY id";
    const rowsBefore = (await pool.query(otherRows)).rows;
    await otherProcess.move("entry-1", "journal-2");
    await otherProcess.move("entry-1", "journal-2");
    expect((await pool.query(otherRows)).rows).toEqual(rowsBefore);
    expect(openWith(await vault.openKey("entry-1"), value)).toBe("dined at home");
    await vault.erase("journal-1");
    expect(openWith(await otherProcess.openKey("entry-1"), value)).toBe("dined at home");
    await vault.erase("journal-2");
    expect(await otherProcess.openKey("entry-1")).toBeNull();
  });

  test("concurrent moves of one key to two parents leave a key that opens", async () => {
    await createKeyTree();
    const value = sealWith((await vault.openKey("entry-1"))!);
    await Promise.all([vault.move("entry-1", "journal-2"), otherProcess.move("entry-1", "account-1")]);
    expect(openWith(await vault.openKey("entry-1"), value)).toBe("dined at home");
  });

  test("a key moves only from the expected parent, even when its parent changes during the move", async () => {
    await createKeyTree();
    const [first, second] = await Promise.allSettled([
      vault.move("entry-1", "journal-2", undefined, "journal-1"),
      otherProcess.move("entry-1", "account-1", undefined, "journal-1"),
    ]);
    expect([first.status, second.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const rejected = first.status === "rejected" ? first : second;
    expect(rejected).toMatchObject({ reason: expect.any(KeyMisplaced) });
    expect(await vault.parentOf("entry-1")).toBe(first.status === "fulfilled" ? "journal-2" : "account-1");
    await expect(vault.move("entry-1", "journal-1", undefined, "entry-2")).rejects.toThrow(KeyMisplaced);
    await vault.move("entry-1", "journal-1");
  });

  test("of two concurrent moves of one key from the expected parent to the same one, both succeed", async () => {
    await createKeyTree();
    await Promise.all([
      vault.move("entry-1", "journal-2", undefined, "journal-1"),
      otherProcess.move("entry-1", "journal-2", undefined, "journal-1"),
    ]);
    expect(await vault.parentOf("entry-1")).toBe("journal-2");
  });

  test("a missing key cannot be moved, and no key can be moved below a missing one or below itself", async () => {
    await createKeyTree();
    await expect(vault.move("entry-9", "journal-1")).rejects.toThrow(KeyGone);
    await expect(vault.move("entry-1", "journal-9")).rejects.toThrow(KeyGone);
    await expect(vault.move("journal-1", "entry-1")).rejects.toThrow(KeyMisplaced);
    await expect(vault.move("journal-1", "journal-1")).rejects.toThrow(KeyMisplaced);
    expect(await vault.openKeys(["entry-1", "journal-1"])).toHaveProperty("size", 2);
  });
});

describe("erasing", () => {
  test("erasing a journal erases its entries immediately, in every process", async () => {
    await createKeyTree();
    await otherProcess.openKeys(["entry-1", "entry-2", "entry-3"]);
    await vault.erase("journal-1");
    expect([...(await otherProcess.openKeys(["entry-1", "entry-2", "entry-3", "journal-1"])).keys()]).toEqual(
      ["entry-3"],
    );
    expect(await vault.openKey("entry-1")).toBeNull();
    const { rows } = await pool.query("SELECT id FROM vault.keys ORDER BY id");
    expect(rows.map(({ id }) => id)).toEqual(["account-1", "entry-3", "journal-2"]);
  });

  test("an erased id gets no key again, and no key can be created below it", async () => {
    await createKeyTree();
    await vault.erase("journal-1");
    await vault.erase("entry-3");
    await expect(otherProcess.create("entry-3", "journal-2")).rejects.toThrow(KeyGone);
    await expect(otherProcess.create("journal-1", "account-1")).rejects.toThrow(KeyGone);
    await expect(otherProcess.create("entry-1", "journal-1")).rejects.toThrow(KeyGone);
    await expect(otherProcess.move("entry-3", "journal-2")).rejects.toThrow(KeyGone);
  });

  test("keys that are created while their journal is being erased do not survive the erasure", async () => {
    await createKeyTree();
    const creations = Array.from({ length: 20 }, (_, index) =>
      otherProcess.create(`entry-${index + 10}`, "journal-1"),
    );
    const [, ...outcomes] = await Promise.allSettled([vault.erase("journal-1"), ...creations]);
    const failures = outcomes.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
    expect(failures.filter((error) => !(error instanceof KeyGone))).toEqual([]);
    expect((await pool.query("SELECT FROM vault.keys WHERE parent_id = 'journal-1'")).rowCount).toBe(0);
    expect((await otherProcess.openKeys(creations.map((_, index) => `entry-${index + 10}`))).size).toBe(0);
  });

  test("at the next start, an interrupted erasure is completed if the log has its event, and otherwise erases nothing", async () => {
    await createKeyTree();
    await vault.beginErasure("entry-1");
    await vault.beginErasure("entry-2");
    // The process crashes here; the log has the event of entry-1 only.
    const restartedVault = createKeyVault({ pool, masterKey });
    expect((await restartedVault.pendingErasures()).toSorted()).toEqual(["entry-1", "entry-2"]);
    expect(await restartedVault.openKey("entry-1")).not.toBeNull();

    const erasedIds = await restartedVault.finishErasures((id) => Promise.resolve(id === "entry-1"));

    expect(erasedIds).toEqual(["entry-1"]);
    expect(await restartedVault.openKey("entry-1")).toBeNull();
    expect(await restartedVault.openKey("entry-2")).not.toBeNull();
    // Another process may be about to append the event of entry-2.
    expect(await restartedVault.pendingErasures()).toEqual(["entry-2"]);
    expect(await restartedVault.finishErasures((id) => Promise.resolve(id === "entry-2"))).toEqual([
      "entry-2",
    ]);
    expect(await restartedVault.pendingErasures()).toEqual([]);
  });

  test("an interrupted erasure that fails does not block the next one", async () => {
    await createKeyTree();
    for (const id of ["entry-1", "entry-2"]) await vault.beginErasure(id);
    const finishing = vault.finishErasures((id) =>
      id === "entry-1" ? Promise.reject(new Error("unreadable")) : Promise.resolve(true),
    );
    await expect(finishing).rejects.toThrow("unreadable");
    expect(await vault.pendingErasures()).toEqual(["entry-1"]);
  });

  test("an old intent to erase without an event is deleted, unless it was renewed", async () => {
    await createKeyTree();
    for (const id of ["entry-1", "entry-2"]) await vault.beginErasure(id);
    await pool.query("UPDATE vault.erasures SET begun_at = now() - interval '61 minutes'");
    await otherProcess.beginErasure("entry-2");
    expect(await vault.finishErasures(() => Promise.resolve(false))).toEqual([]);
    expect(await vault.pendingErasures()).toEqual(["entry-2"]);
    expect((await vault.openKeys(["entry-1", "entry-2"])).size).toBe(2);
  });

  test("an erasure can be completed repeatedly, and without an intent", async () => {
    await createKeyTree();
    await vault.beginErasure("entry-1");
    for (let n = 0; n < 2; n++) await vault.completeErasure("entry-1");
    await vault.beginErasure("entry-1");
    await vault.completeErasure("entry-2");
    expect(await vault.pendingErasures()).toEqual([]);
    expect(await vault.openKeys(["entry-1", "entry-2"])).toEqual(new Map());
  });
});
