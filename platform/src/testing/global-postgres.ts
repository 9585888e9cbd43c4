import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startPostgres } from "../embedded/postgres-server.ts";
import { isAlive, settleLeftovers } from "../embedded/server-processes.ts";

declare module "vitest" {
  // Vitest types what a global set-up hands to the tests by merging into this interface.
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which tests may create and drop databases. */
    testDatabaseServer: string;
  }
}

const PREFIX = "daybook-test-";

/**
 * Vitest's global set-up of the integration tests: one throw-away PostgreSQL for the whole run, or the server that
 * `TEST_DATABASE_URL` names. Returns the teardown.
 */
export default async function setUpPostgres(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["TEST_DATABASE_URL"];
  if (given) {
    project.provide("testDatabaseServer", given);
    return () => Promise.resolve();
  }
  await removeAbandoned();
  const root = await mkdtemp(join(tmpdir(), `${PREFIX}${process.pid}-`));
  const server = await startPostgres({
    folder: join(root, "postgres"),
    logger: { info: () => undefined, warn: () => undefined },
    durable: false,
    settings: { max_connections: "200" },
    passable: [root],
    // As root with a temporary folder that only root may enter.
    fallback: join("/var/tmp", PREFIX + String(process.pid)),
  });
  project.provide("testDatabaseServer", server.url);
  return async () => {
    await server.stop();
    await removeFolders([root, join("/var/tmp", PREFIX + String(process.pid))]);
  };
}

/** A test run that was killed could not clean up: end its server and remove its folder. */
async function removeAbandoned(): Promise<void> {
  for (const parent of [tmpdir(), "/var/tmp"]) {
    for (const name of await readdir(parent).catch(() => [])) {
      const owner = new RegExp(`^${PREFIX}(\\d+)`).exec(name)?.[1];
      if (owner === undefined || isAlive(Number(owner))) continue;
      const folder = join(parent, name);
      for (const inner of await readdir(folder).catch(() => [])) {
        const cluster = join(folder, inner, "cluster");
        await settleLeftovers(cluster, { fast: 1000, immediate: 1000 }).catch(() => undefined);
      }
      await removeFolders([folder]);
    }
  }
}

/** A folder of another account's run cannot be removed, which is theirs to do. */
async function removeFolders(folders: readonly string[]): Promise<void> {
  for (const folder of folders) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
}
