import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { StoredData } from "@daybook/bin/fixture/stored-data";
import { createTestDatabase } from "@daybook/platform/testing/database";
import pg from "pg";
import type { StartingPoint } from "./harness.ts";

const fixturesFolder = fileURLToPath(new URL("../fixtures/data-folders", import.meta.url));

/** The names of all stored data folders. */
export const storedVersions = async (): Promise<string[]> => {
  const folderEntries = await readdir(fixturesFolder, { withFileTypes: true });
  return folderEntries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
};

/**
 * Restores a stored data folder into a new database and a new folder. The clock starts an hour after the folder was stored, so that
 * its sessions are still valid.
 */
export async function restoreDataFolder(version: string): Promise<StartingPoint & { stored: StoredData }> {
  const storedFolder = join(fixturesFolder, version);
  const storedData = JSON.parse(await readFile(join(storedFolder, "expected.json"), "utf8")) as StoredData;
  const folder = await mkdtemp(join(tmpdir(), "daybook-data-"));
  for (const folderName of ["keys", "photos", "outbox"]) {
    // A checkout has no empty folders.
    await mkdir(join(folder, folderName));
    if (existsSync(join(storedFolder, folderName)))
      await cp(join(storedFolder, folderName), join(folder, folderName), { recursive: true });
  }
  const database = await createTestDatabase();
  const sql = await promisify(gunzip)(await readFile(join(storedFolder, "database.sql.gz")));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(sql.toString("utf8"));
  } finally {
    await client.end();
  }
  const startedAt = Date.now();
  const clock = { now: () => storedData.storedAt + 3_600_000 + (Date.now() - startedAt) };
  return { database, folder, clock, stored: storedData };
}
