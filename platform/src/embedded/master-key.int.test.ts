import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPool } from "../postgres/pool.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { startSilentServer } from "../testing/silent-server.ts";
import { systemRandom } from "../vault/authenticated-cipher.ts";
import { DataKey } from "../vault/data-key.ts";
import { createKeyWrap } from "../vault/key-wrap.ts";
import { vaultMigrations } from "../vault/migrations.ts";
import { loadOrCreateMasterKey } from "./master-key.ts";

const masterKey = Buffer.alloc(32, 7);
let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  database = await createTestDatabase(vaultMigrations);
  folder = await mkdtemp(join(tmpdir(), "daybook-master-key-"));
  const wrapped = createKeyWrap(systemRandom).wrap(
    Buffer.alloc(32, 1),
    "account-1",
    null,
    new DataKey(masterKey),
  );
  const pool = createPool({ connectionString: database.url, applicationName: "test" });
  await pool.query("INSERT INTO vault.keys (id, wrapped) VALUES ('account-1', $1)", [wrapped]);
  await pool.end();
});

afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

test("for a database with keys, no master key is created and a wrong one is refused; the folder stays empty", async () => {
  await expect(loadOrCreateMasterKey(folder, undefined, database.url)).rejects.toThrow(
    "The master key is missing",
  );
  await expect(loadOrCreateMasterKey(folder, Buffer.alloc(32, 9), database.url)).rejects.toThrow(
    "The master key is not the one that the database was used with",
  );
  expect(await readdir(folder)).toEqual([]);
  expect(await loadOrCreateMasterKey(folder, masterKey, database.url)).toEqual(masterKey);
});

test("a key in the data folder that does not open the database is refused and kept; the right key can be put there", async () => {
  const newKey = await loadOrCreateMasterKey(folder);
  await expect(loadOrCreateMasterKey(folder, undefined, database.url)).rejects.toThrow(
    "The master key is not the one that the database was used with",
  );
  expect(await loadOrCreateMasterKey(folder)).toEqual(newKey);
  await writeFile(join(folder, "master.key"), masterKey.toString("base64"));
  expect(await loadOrCreateMasterKey(folder, undefined, database.url)).toEqual(masterKey);
  expect(await loadOrCreateMasterKey(folder)).toEqual(masterKey);
});

test("an empty database gets a new master key", async () => {
  const emptyDatabase = await createTestDatabase();
  const key = await loadOrCreateMasterKey(folder, undefined, emptyDatabase.url);
  expect(await loadOrCreateMasterKey(folder, undefined, emptyDatabase.url)).toEqual(key);
  await emptyDatabase.drop();
});

test("a database that does not answer is reported after five seconds", async () => {
  const server = await startSilentServer();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const loading = loadOrCreateMasterKey(folder, masterKey, `postgres://127.0.0.1:${server.port}/daybook`);
    const refusal = loading.catch((error: unknown) => error);
    while (server.countConnections() === 0) await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(String(await refusal)).toContain("timeout");
  } finally {
    vi.useRealTimers();
    await server.close();
  }
});
