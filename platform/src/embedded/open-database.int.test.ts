import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyInitialisedPostgres } from "../testing/initialised-postgres.ts";
import { openDataFolder } from "./data-folder.ts";
import { openDatabase } from "./open-database.ts";

const logger = { info: () => undefined, warn: () => undefined };
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-open-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the data folder.
  await chmod(root, 0o711);
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

test("the first to open the data folder starts its server; others share it, and cannot stop it", async () => {
  const options = { databaseUrl: undefined, dataFolder: join(root, "data"), logger };
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  const firstUser = await openDatabase(options);
  expect(firstUser.isInUse).toBe(false);
  await query(firstUser.url, "CREATE TABLE answers AS SELECT 42 AS answer");

  const secondUser = await openDatabase(options);
  expect([secondUser.isInUse, secondUser.url]).toEqual([true, firstUser.url]);
  await secondUser.close();
  expect(await query(firstUser.url, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);

  await firstUser.close();
  await expect(query(firstUser.url, "SELECT")).rejects.toThrow("ECONNREFUSED");
  const thirdUser = await openDatabase(options);
  expect(await query(thirdUser.url, "SELECT answer FROM answers")).toEqual([{ answer: 42 }]);
  await thirdUser.close();
});

test("while another process uses the data folder, opening waits; when that process has ended, the server is started", async () => {
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  const usedFolder = await openDataFolder(join(root, "data"));
  const opening = openDatabase({ databaseUrl: undefined, dataFolder: join(root, "data"), logger });
  setTimeout(() => void usedFolder.release(), 500);
  const database = await opening;
  expect(database.isInUse).toBe(false);
  await database.close();
});

test("a configured server is used as it is", async () => {
  const database = await openDatabase({ databaseUrl: "postgres://db/daybook", dataFolder: root, logger });
  expect(database.url).toBe("postgres://db/daybook");
});
