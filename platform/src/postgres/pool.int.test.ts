import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createPool, transaction } from "./pool.ts";
import { DatabaseSilent, type ServerWatch } from "./server-watch.ts";

let database: TestDatabase;
const pools: pg.Pool[] = [];

function openPool(
  options: { durable?: boolean; max?: number; warnings?: unknown[]; watch?: ServerWatch } = {},
): pg.Pool {
  const { warnings = [], ...rest } = options;
  const logger = { warn: (...line: unknown[]) => void warnings.push(line) };
  const pool = createPool({ connectionString: database.url, applicationName: "pool test", logger, ...rest });
  pools.push(pool);
  return pool;
}

const backendPid = async (client: pg.Pool | pg.PoolClient): Promise<unknown> =>
  (await client.query("SELECT pg_backend_pid() AS pid")).rows[0].pid;

beforeAll(async () => {
  database = await createTestDatabase();
  await openPool().query("CREATE TABLE notes (n bigint PRIMARY KEY)");
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()));
  await database.drop();
});

test("sessions run in UTC under the pool's name, and whole numbers arrive as numbers", async () => {
  const { rows } = await openPool().query(
    `SELECT current_setting('timezone') AS zone, current_setting('application_name') AS name,
       9007199254740991::bigint AS large, current_setting('synchronous_commit') AS commit`,
  );
  expect(rows).toEqual([{ zone: "UTC", name: "pool test", large: Number.MAX_SAFE_INTEGER, commit: "on" }]);
});

test("a pool that is not durable commits without waiting for the disk", async () => {
  const { rows } = await openPool({ durable: false }).query("SHOW synchronous_commit");
  expect(rows).toEqual([{ synchronous_commit: "off" }]);
});

test("the server probes an idle connection soon, so that a lost machine does not keep its locks for hours", async () => {
  const { rows } = await openPool().query(
    `SELECT current_setting('tcp_keepalives_idle')::int + current_setting('tcp_keepalives_interval')::int
       * current_setting('tcp_keepalives_count')::int AS seconds`,
  );
  expect(rows[0].seconds).toBeLessThanOrEqual(30);
});

test("a transaction stores all or nothing, and passes on what its work returns or throws", async () => {
  const pool = openPool({ max: 1 });
  const failedTransaction = transaction(pool, async (client) => {
    await client.query("INSERT INTO notes VALUES (1)");
    throw new Error("half way");
  });
  await expect(failedTransaction).rejects.toThrow("half way");
  expect((await pool.query("SELECT n FROM notes")).rows).toEqual([]);
  expect(
    await transaction(pool, (client) => client.query("INSERT INTO notes VALUES (2)").then(() => "done")),
  ).toBe("done");
  expect((await pool.query("SELECT n FROM notes")).rows).toEqual([{ n: 2 }]);
});

test("a connection lost in a transaction is not given to the next transaction", async () => {
  const pool = openPool({ max: 1 });
  const failedTransaction = transaction(pool, async (client) => {
    const pid = await backendPid(client);
    await openPool().query("SELECT pg_terminate_backend($1)", [pid]);
    await client.query("SELECT 1");
  });
  await expect(failedTransaction).rejects.toThrow(/terminat|connection error/);
  expect(await transaction(pool, async (client) => (await client.query("SELECT 1 AS one")).rows)).toEqual([
    { one: 1 },
  ]);
});

test("a wait for the only connection ends when the server is found silent, and the pool can still use the connection after its release", async () => {
  let giveUp = (): void => {};
  const watch: ServerWatch = {
    isSilent: false,
    check: async () => "ok",
    watchWait: (onSilence) => {
      giveUp = onSilence;
      return () => {};
    },
    watchStatements: () => {},
    close: () => {},
  };
  const pool = openPool({ max: 1, watch });
  const client = await pool.connect();
  const waitingConnect = pool.connect();
  giveUp();
  await expect(waitingConnect).rejects.toThrow(DatabaseSilent);
  client.release();
  expect((await pool.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
});

test("an idle connection that the server ends is logged, and the pool continues", async () => {
  const warnings: unknown[] = [];
  const pool = openPool({ max: 1, warnings });
  const pid = await backendPid(pool);
  const noticed = new Promise((resolve) => pool.once("error", resolve));
  await openPool().query("SELECT pg_terminate_backend($1)", [pid]);
  await noticed;
  expect(warnings).toHaveLength(1);
  expect(await backendPid(pool)).not.toBe(pid);
});
