import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "@daybook/platform/config";
import { openDataFolder } from "@daybook/platform/embedded/data-folder";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withApplication } from "./with-application.ts";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-application-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the data folder.
  await chmod(root, 0o711);
});

afterEach(() => rm(root, { recursive: true, force: true }));

test("when the command cannot begin, the database that it started is stopped", async () => {
  const dataFolder = join(root, "data");
  await copyInitialisedPostgres(join(dataFolder, "postgres"));
  await mkdir(join(dataFolder, "keys"));
  await writeFile(join(dataFolder, "keys", "master.key"), "short");
  const command = withApplication(readConfig({ DAYBOOK_DATA: dataFolder }), () => Promise.resolve());
  await expect(command).rejects.toThrow("does not hold a master key");
  await (await openDataFolder(dataFolder)).release();
});

test("a command migrates the database first, and refuses one that a later version has used", async () => {
  const dataFolder = join(root, "data");
  await copyInitialisedPostgres(join(dataFolder, "postgres"));
  const config = readConfig({ DAYBOOK_DATA: dataFolder });
  await withApplication(config, async ({ pool }) => {
    expect((await pool.query("SELECT FROM vault.credentials")).rowCount).toBe(0);
    await pool.query("UPDATE public.daybook_version SET version = '99.0.0'");
  });
  await expect(withApplication(config, () => Promise.resolve())).rejects.toThrow(
    "The data was last used by Daybook 99.0.0",
  );
});
