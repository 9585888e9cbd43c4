import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import pg from "pg";
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
    /** A part of the names of the test databases of this run. The templates that they are copied from have other names. */
    testRun: string;
    /** A folder that is removed at the end of the run, when all test processes have ended. */
    testFolder: string;
  }
}

const PREFIX = "daybook-test-";

/**
 * Vitest's global set-up of the integration tests: one temporary PostgreSQL for the whole run, or the server in
 * `TEST_DATABASE_URL`; and an initialised cluster that tests copy. Returns the teardown.
 */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandonedRuns();
  const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  // When root runs the tests, PostgreSQL runs as another account, which may have no access to the temporary folder.
  const fallback = join("/var/tmp", PREFIX + String(process.pid));
  const startServer = (folder: string) =>
    startPostgres({
      folder,
      logger: { info: () => undefined, warn: () => undefined },
      durable: false,
      // A Daybook has up to 50 connections. A test process runs several Daybooks: one that its files share, and those that a file starts.
      settings: { max_connections: "600", max_wal_size: "256MB" },
      passableFolders: [root],
      fallback,
    });
  const initialisedFolder = join(root, "initialised");
  const firstServer = await startServer(initialisedFolder);
  await cheapenLogins(firstServer.url);
  await firstServer.stop();
  // A cluster that went to the fallback cannot be copied with its folder.
  const canCopy = existsSync(join(initialisedFolder, "cluster"));
  project.provide("initialisedPostgres", canCopy ? initialisedFolder : null);
  const configuredUrl = process.env["TEST_DATABASE_URL"];
  const folder = join(root, "postgres");
  if (!configuredUrl && canCopy) await promisify(execFile)("cp", ["-a", initialisedFolder, folder]);
  const server = configuredUrl ? null : await startServer(folder);
  project.provide("testDatabaseServer", configuredUrl ?? server?.url ?? "");
  const testRun = randomBytes(6).toString("hex");
  project.provide("testRun", testRun);
  project.provide("testFolder", root);
  return async () => {
    if (configuredUrl) await dropDatabases(configuredUrl, testRun);
    await server?.stop();
    await removeFolders([root, fallback]);
  };
}

/** Stores the password so that a log-in checks it with one iteration, not 4,096: tests open thousands of connections. */
async function cheapenLogins(url: string): Promise<void> {
  const { username, password } = new URL(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("SET scram_iterations = 1");
  await client.query(`ALTER USER ${username} PASSWORD ${client.escapeLiteral(password)}`);
  await client.end();
}

/** Drops the databases that a run has left: those of failed tests, and the one that the test files of each process share. */
async function dropDatabases(server: string, testRun: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)",
    [`test_${testRun}_`],
  );
  for (const { name } of rows) await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  await client.end();
}

/** Cleans up after killed test runs: ends their servers and removes their folders. */
async function removeAbandonedRuns(): Promise<void> {
  for (const parent of [tmpdir(), "/var/tmp"]) {
    for (const name of await readdir(parent).catch(() => [])) {
      // The process id of the run. The name of `root` continues with a random part, that of the fallback ends here.
      const owner = new RegExp(`^${PREFIX}(\\d+)(?:-|$)`).exec(name)?.[1];
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
