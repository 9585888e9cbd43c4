import { readConfig } from "@daybook/platform/config";
import { createLogger } from "@daybook/platform/logger";
import type { PlatformParts, Role, RoleName } from "@daybook/platform/platform";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { copyInitialisedPostgres } from "@daybook/platform/testing/initialised-postgres";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startDaybook, type Composition, type Daybook } from "./start-daybook.ts";
import { freePort } from "@daybook/platform/embedded/free-port";

const NAMES: readonly RoleName[] = ["projections", "search-indexer", "schedulers", "api"];
const silentLogger = createLogger({ level: "silent" });

let root: string;
let port: number;
let steps: string[];

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "daybook-start-"));
  // When root runs the tests, PostgreSQL runs as another account, which needs access to the data folder.
  await chmod(root, 0o711);
  port = await freePort();
  steps = [];
});

afterEach(() => rm(root, { recursive: true, force: true }));

/** A composition that records its steps. `broken` is the name of a role that does not start. */
function recordingComposition(broken?: RoleName): Composition<PlatformParts> {
  const role = (name: RoleName): Role => ({
    health: () => Promise.resolve({ status: "ok" }),
    stop: () => Promise.resolve(void steps.push(`stop ${name}`)),
  });
  return {
    createPlatform: (parts) => Promise.resolve(parts),
    closePlatform: () => Promise.resolve(void steps.push("close")),
    migrate: () => Promise.resolve(void steps.push("migrate")),
    roles: NAMES.map((name) => ({
      name,
      start: () => {
        steps.push(`start ${name}`);
        return name === broken ? Promise.reject(new Error("broken")) : Promise.resolve(role(name));
      },
    })),
  };
}

function start(
  composition: Composition<PlatformParts>,
  environment: Record<string, string> = {},
): Promise<Daybook> {
  const config = readConfig({ PORT: String(port), DAYBOOK_DATA: join(root, "data"), ...environment });
  return startDaybook(composition, config, silentLogger, () => undefined, new AbortController().signal);
}

test("roles start in order with a database and a key, and stop in reverse order; the database stops too", async () => {
  let platform: PlatformParts | undefined;
  const baseComposition = recordingComposition();
  const daybook = await start({
    ...baseComposition,
    createPlatform: async (parts) => {
      platform = parts;
      const client = new pg.Client({ connectionString: parts.databaseUrl });
      await client.connect();
      await client.query("CREATE TABLE example (value int)");
      await client.end();
      return parts;
    },
  });
  expect(platform?.masterKey).toHaveLength(32);
  expect([...(platform?.roles.keys() ?? [])]).toEqual(NAMES);
  await daybook.stop();
  expect(steps).toEqual([
    "migrate",
    ...NAMES.map((name) => `start ${name}`),
    ...NAMES.toReversed().map((name) => `stop ${name}`),
    "close",
  ]);
  await expect(new pg.Client({ connectionString: platform?.databaseUrl }).connect()).rejects.toThrow(
    "ECONNREFUSED",
  );
});

test("when a role does not start, the others stop, and the next start works", async () => {
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  await expect(start(recordingComposition("schedulers"))).rejects.toThrow("broken");
  expect(steps.slice(-3)).toEqual(["stop search-indexer", "stop projections", "close"]);
  await (await start(recordingComposition())).stop();
});

test("a single role uses the configured database, and the projections have no key", async () => {
  const database = await createTestDatabase();
  const environment = { DAYBOOK_ROLE: "projections", DATABASE_URL: database.url };
  let platform: PlatformParts | undefined;
  const baseComposition = recordingComposition();
  const daybook = await start(
    {
      ...baseComposition,
      createPlatform: (parts) => Promise.resolve((platform = parts)),
    },
    environment,
  );
  expect(platform?.masterKey).toBeUndefined();
  expect(platform?.databaseUrl).toBe(database.url);
  await daybook.stop();
  await database.drop();
  expect(steps).toEqual(["migrate", "start projections", "stop projections", "close"]);
});

test("a taken port is reported before anything is created", async () => {
  const portHolder = createServer().listen(port, "127.0.0.1");
  await once(portHolder, "listening");
  await expect(start(recordingComposition())).rejects.toThrow(`Port ${port} is taken by another program`);
  await new Promise((resolve) => portHolder.close(resolve));
  expect(steps).toEqual([]);
  expect(existsSync(join(root, "data"))).toBe(false);
});

test("an abort while a role starts ends its start, and everything that was started before stops", async () => {
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  const controller = new AbortController();
  const composition = recordingComposition();
  const roles = composition.roles.map(({ name, ...role }) => ({
    name,
    start: (platform: PlatformParts, signal: AbortSignal) => {
      if (name !== "schedulers") return role.start(platform, signal);
      setImmediate(() => controller.abort());
      return new Promise<Role>((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason as Error)),
      );
    },
  }));
  const config = readConfig({ PORT: String(port), DAYBOOK_DATA: join(root, "data") });
  await expect(
    startDaybook({ ...composition, roles }, config, silentLogger, () => {}, controller.signal),
  ).rejects.toThrow("aborted");
  expect(steps.slice(-3)).toEqual(["stop search-indexer", "stop projections", "close"]);
});

test("a role that finishes its start after an abort stops too, with everything that was started before", async () => {
  await copyInitialisedPostgres(join(root, "data", "postgres"));
  const controller = new AbortController();
  const config = readConfig({ PORT: String(port), DAYBOOK_DATA: join(root, "data") });
  const progress = (step: string) => step.includes("schedulers") && controller.abort();
  await expect(
    startDaybook(recordingComposition(), config, silentLogger, progress, controller.signal),
  ).rejects.toThrow("aborted");
  expect(steps.slice(-4)).toEqual(["stop schedulers", "stop search-indexer", "stop projections", "close"]);
});
