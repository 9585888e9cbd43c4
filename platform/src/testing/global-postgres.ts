import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../embedded/postgres-server.ts";
import { isAlive, cleanUpLeftovers } from "../embedded/server-processes.ts";

declare module "vitest" {
  // Vitest types what a global set-up provides by merging into this interface.
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests may create and drop databases. */
    testDatabaseServer: string;
    /** The folder of an initialised cluster that no server uses, or `null` when each test must initialise its own. */
    initialisedPostgres: string | null;
  }
}

const PREFIX = "daybook-test-";

/**
 * Vitest's global set-up of the integration tests: one temporary PostgreSQL for the whole run, or the server in
 * `TEST_DATABASE_URL`; and an initialised cluster that tests copy. Returns the teardown.
 */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned();
  const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // As root, the temporary folder may be closed to the server's account.
  const fallback = join("/var/tmp", PREFIX + String(process.pid));
  const start = (folder: string) =>
    startPostgres({
      folder,
      logger: { info: () => undefined, warn: () => undefined },
      durable: false,
      settings: { max_connections: "200", max_wal_size: "256MB" },
      passable: [root],
      fallback,
    });
  const initialised = join(root, "initialised");
  await (await start(initialised)).stop();
  // A cluster that went to the fallback cannot be copied with its folder.
  const canCopy = existsSync(join(initialised, "cluster"));
  project.provide("initialisedPostgres", canCopy ? initialised : null);
  const configuredUrl = process.env["TEST_DATABASE_URL"];
  const folder = join(root, "postgres");
  if (!configuredUrl && canCopy) await promisify(execFile)("cp", ["-a", initialised, folder]);
  const server = configuredUrl ? null : await start(folder);
  project.provide("testDatabaseServer", configuredUrl ?? server?.url ?? "");
  return async () => {
    await server?.stop();
    await removeFolders([root, fallback]);
  };
}

/** Cleans up after killed test runs: ends their servers and removes their folders. */
async function removeAbandoned(): Promise<void> {
  for (const parent of [tmpdir(), "/var/tmp"]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = new RegExp(`^${PREFIX}(\\d+)`).exec(name)?.[1];
      if (owner === undefined || isAlive(Number(owner))) continue;
      const folder = join(parent, name);
      for (const innerFolder of await readdir(folder).catch(() => [])) {
        const cluster = join(folder, innerFolder, "cluster");
        await cleanUpLeftovers(cluster, { fast: 1000, immediate: 1000 }).catch(() => undefined);
      }
      await removeFolders([folder]);
    }
  }
}

/** Folders of another account's run cannot be removed; that account has to do it. */
async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
