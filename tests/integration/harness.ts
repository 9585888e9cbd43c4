import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi } from "@daybook/api/main";
import { type Clock, systemClock } from "@daybook/platform/clock";
import { readConfig } from "@daybook/platform/config";
import { createLogger } from "@daybook/platform/logger";
import { closePlatform, createPlatform, type Platform } from "@daybook/platform/platform";
import type { ServerTimeouts } from "@daybook/platform/postgres/server-watch";
import type { WorkerThreads } from "@daybook/platform/worker-threads/worker-threads";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { readModels } from "@daybook/read-models/tables";
import { type Grant, grantMembership, membershipOf } from "@daybook/bin/account/grant-membership";
import { remoteDaybook, type RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { allMigrations, migrateAll } from "@daybook/bin/start/migrate-all";
import { roles } from "@daybook/bin/start/roles";
import { startDaybook } from "@daybook/bin/start/start-daybook";
import { freePort } from "@daybook/platform/embedded/free-port";

/** A whole Daybook in this process, with real HTTP and its own database. */
export type TestDaybook = {
  readonly url: string;
  readonly databaseUrl: string;
  readonly platform: Platform;
  /** Everything that was logged. */
  readonly log: () => string;
  /** Signs up a new person, who is then logged in. */
  newPerson(): Promise<RemoteDaybook>;
  /** Starts another API on the same database, in this process too. Returns its URL. It stops with the rest. */
  startAnotherApi(): Promise<string>;
  /** Grants a membership. The next reply with a session shows it. */
  grant(person: RemoteDaybook, grant: Grant): Promise<void>;
  /** Resolves when every read model has applied the whole log. */
  waitUntilCaughtUp(): Promise<void>;
  stop(): Promise<void>;
};

let personCount = 0;

/** Replies are checked against the contract, and passwords are hashed as fast as the algorithm allows. */
const startTestApi = (platform: Platform) =>
  startApi(platform, { checkReplies: true, passwordCost: { memoryCost: 8, timeCost: 1, parallelism: 1 } });

/** The database and data folder to start on, and the clock to use. Stopping and a failed start remove the database and the folder. */
export type StartingPoint = {
  readonly database: TestDatabase;
  /** Holds the master key, unless the environment sets one. */
  readonly folder: string;
  readonly clock: Clock;
  /** How long to wait for a silent database. */
  readonly databaseTimeouts?: ServerTimeouts;
};

async function createEmptyStart(): Promise<StartingPoint> {
  const database = await createTestDatabase(allMigrations);
  return { database, folder: await mkdtemp(join(tmpdir(), "daybook-data-")), clock: systemClock };
}

/**
 * Starts Daybook on an empty or an existing database. `environment` sets variables of the configuration, and `wrapThreads` may
 * change what worker threads do.
 */
export async function startTestDaybook(
  environment: Record<string, string> = {},
  existing?: StartingPoint,
  wrapThreads: (threads: WorkerThreads) => WorkerThreads = (threads) => threads,
): Promise<TestDaybook> {
  const startingPoint = existing ?? (await createEmptyStart());
  const masterKey = !existing && { DAYBOOK_MASTER_KEY: randomBytes(32).toString("base64") };
  try {
    return await startOn(startingPoint, { ...masterKey, ...environment }, wrapThreads);
  } catch (error) {
    await remove(startingPoint);
    throw error;
  }
}

async function remove({ database, folder }: StartingPoint): Promise<void> {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
}

async function startOn(
  startingPoint: StartingPoint,
  environment: Record<string, string>,
  wrapThreads: (threads: WorkerThreads) => WorkerThreads,
): Promise<TestDaybook> {
  const { database, folder, clock, databaseTimeouts } = startingPoint;
  const port = await freePort();
  const lines: string[] = [];
  const logger = createLogger({
    level: "debug",
    destination: { write: (line: string) => void lines.push(line) },
  });
  const config = readConfig({
    PORT: String(port),
    DAYBOOK_DATA: folder,
    DATABASE_URL: database.url,
    ...environment,
  });
  let platform: Platform | undefined;
  const daybook = await startDaybook<Platform>(
    {
      async createPlatform(foundation) {
        const parts = { ...foundation, ...(databaseTimeouts && { databaseTimeouts }) };
        const createdPlatform = await createPlatform(parts);
        return (platform = { ...createdPlatform, clock, threads: wrapThreads(createdPlatform.threads) });
      },
      closePlatform,
      migrate: migrateAll,
      roles: roles.map((role) => (role.name === "api" ? { name: role.name, start: startTestApi } : role)),
    },
    config,
    logger,
    () => {},
    new AbortController().signal,
  );
  if (!platform) throw new Error("no platform");
  const startedPlatform = platform;
  const stopOtherApis: (() => Promise<void>)[] = [];
  const url = `http://127.0.0.1:${port}`;
  const { store, listener, pools } = platform;
  return {
    url,
    databaseUrl: database.url,
    platform,
    log: () => lines.join(""),
    async newPerson() {
      const person = remoteDaybook(url);
      await person.signUp({
        email: `person-${++personCount}-${port}@example.com`,
        password: "and so to bed 1660",
      });
      return person;
    },
    async grant(person, grant) {
      if (!person.session) throw new Error("nobody is logged in");
      const now = clock.now();
      await grantMembership(store, person.session.user.id, membershipOf(grant, now), now);
    },
    async waitUntilCaughtUp() {
      const waiter = createPositionWaiter({ listener, pool: pools.durable, readCheckpoints });
      const head = await store.head();
      const hasCaughtUp = head === null || (await waiter.waitFor(Object.keys(readModels), head, 60_000));
      waiter.close();
      if (!hasCaughtUp) throw new Error("the read models have not caught up");
    },
    async startAnotherApi() {
      const otherPort = await freePort();
      const { dataFolder, masterKey } = startedPlatform;
      const parts = { logger, dataFolder, databaseUrl: database.url, masterKey, roles: new Map() };
      const otherPlatform = await createPlatform({ ...parts, config: { ...config, port: otherPort } });
      const role = await startTestApi(otherPlatform);
      stopOtherApis.push(async () => {
        await role.stop();
        await closePlatform(otherPlatform);
      });
      return `http://127.0.0.1:${otherPort}`;
    },
    async stop() {
      for (const end of stopOtherApis) await end();
      await daybook.stop();
      await remove(startingPoint);
    },
  };
}
