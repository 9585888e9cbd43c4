import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { migrate } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";
import { newProcessId, showPresence } from "../postgres/process-presence.ts";
import { createTestDatabase, type TestDatabase } from "../testing/database.ts";
import { createLedger, forgetCommandsOf, type Ledger, purgeCommands } from "./ledger.ts";
import { ledgerMigrations } from "./migrations.ts";

let database: TestDatabase;
let pool: pg.Pool;
let ledger: Ledger;
/** The ledger of another process, which is not present in the database, so it counts as dead. */
let otherLedger: Ledger;
let presence: pg.Client;
/** The id of a process that is present in the database. */
let livingProcessId: number;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test", durable: false });
  await migrate(pool, ledgerMigrations);
  livingProcessId = newProcessId();
  ledger = createLedger({ pool, processId: livingProcessId });
  otherLedger = createLedger({ pool, processId: newProcessId() });
  presence = new pg.Client({ connectionString: database.url });
  await presence.connect();
  await showPresence(presence, livingProcessId);
});

afterAll(async () => {
  await presence.end();
  await pool.end();
  await database.drop();
});

beforeEach(() => pool.query("TRUNCATE ledger.commands"));

const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const saveCommand = { userId: 1, key: "save 1", fingerprint: "PUT a" };
const ids = [9_007_199_254_740_991, 7];
const begin = (command = saveCommand, makeIds: () => number[] = () => ids) =>
  ledger.begin({ ...command, makeIds });

test("a command is new once; a repeat gets the same ids, and the status after a success", async () => {
  expect(await begin()).toEqual({ kind: "new", ids });
  expect(await begin(saveCommand, () => [1, 2])).toEqual({ kind: "repeat", ids, status: null });
  await ledger.complete({ ...saveCommand, status: 201 });
  expect(await begin(saveCommand, () => [3, 4])).toEqual({ kind: "repeat", ids, status: 201 });
});

test("of concurrent duplicates of a command, one is new, and all use its ids", async () => {
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, index) => begin(saveCommand, () => [index])),
  );
  const newCommands = results.filter(({ kind }) => kind === "new");
  expect(newCommands).toHaveLength(1);
  for (const result of results)
    expect(result).toHaveProperty("ids", "ids" in newCommands[0]! ? newCommands[0].ids : null);
});

test("a key that was used for another request is refused, and its row does not change", async () => {
  await begin();
  expect(await begin({ ...saveCommand, fingerprint: "PUT b" })).toEqual({ kind: "mismatch" });
  expect(await begin()).toEqual({ kind: "repeat", ids, status: null });
});

test("the same key of two accounts names two commands", async () => {
  await begin();
  expect(await begin({ ...saveCommand, userId: 2, fingerprint: "PUT b" }, () => [9])).toEqual({
    kind: "new",
    ids: [9],
  });
});

test("the commands of one account are deleted, and completing one later does not restore it", async () => {
  await begin();
  await begin({ ...saveCommand, userId: 2 });
  await forgetCommandsOf(pool, 1);
  await ledger.complete({ ...saveCommand, status: 204 });
  const { rows } = await pool.query<{ user_id: number }>("SELECT user_id FROM ledger.commands");
  expect(rows).toEqual([{ user_id: 2 }]);
});

const grantedTurn = { kind: "granted" };
const runningTurn = { kind: "running" };

test("a repeat in the same process must wait while the command runs, and gets the status of its success", async () => {
  const command = { ...saveCommand, key: "awaited here" };
  await begin(command);
  expect(await ledger.takeTurn(command)).toEqual(runningTurn);
  await ledger.complete({ ...command, status: 200 });
  expect(await ledger.takeTurn(command)).toEqual({ kind: "done", status: 200 });
});

test("a repeat in another process must wait while the process of the run is alive, until the run is refused", async () => {
  const command = { ...saveCommand, key: "awaited there" };
  await begin(command);
  expect(await otherLedger.takeTurn(command)).toEqual(runningTurn);
  await ledger.giveUp(command);
  expect(await otherLedger.takeTurn(command)).toEqual(grantedTurn);
});

test("the end of a run that could not be recorded is recorded later, so that a repeat in another process need not wait", async () => {
  let isDatabaseAway = true;
  const ledgerOf = (processId: number) => {
    const query = (statement: pg.QueryConfig) =>
      isDatabaseAway ? Promise.reject(new Error("the database is away")) : pool.query(statement);
    return createLedger({ pool: { query } as unknown as pg.Pool, processId });
  };
  for (const [key, status, turn] of [
    ["refused", null, grantedTurn],
    ["done", 200, { kind: "done", status: 200 }],
  ] as const) {
    const command = { ...saveCommand, key };
    isDatabaseAway = false;
    const failingLedger = ledgerOf(livingProcessId);
    await failingLedger.begin({ ...command, makeIds: () => ids });
    isDatabaseAway = true;
    await expect(
      status === null ? failingLedger.giveUp(command) : failingLedger.complete({ ...command, status }),
    ).rejects.toThrow("away");
    await expect(failingLedger.recordAgain(command, status)).rejects.toThrow("away");
    expect(await otherLedger.takeTurn(command)).toEqual(runningTurn);
    isDatabaseAway = false;
    expect(await failingLedger.recordAgain(command, status)).toBe(true);
    expect(await otherLedger.takeTurn(command)).toEqual(turn);
  }
});

test("the end of a run is not recorded later while a repeat runs in the same process", async () => {
  const command = { ...saveCommand, key: "runs again" };
  await begin(command);
  await ledger.giveUp(command);
  expect(await ledger.takeTurn(command)).toEqual(grantedTurn);
  expect(await ledger.recordAgain(command, null)).toBe(false);
  expect(await otherLedger.takeTurn(command)).toEqual(runningTurn);
  await ledger.giveUp(command);
});

test("a repeat does not wait for a process that has died, nor for a run that began too long ago", async () => {
  const command = { ...saveCommand, key: "of a dead process" };
  await otherLedger.begin({ ...command, makeIds: () => ids });
  expect(await ledger.takeTurn(command)).toEqual(grantedTurn);
  const oldCommand = { ...saveCommand, key: "too long ago" };
  await begin(oldCommand);
  expect(await otherLedger.takeTurn(oldCommand)).toEqual(runningTurn);
  await pool.query("UPDATE ledger.commands SET created_at = now() - interval '31 seconds'");
  expect(await otherLedger.takeTurn(oldCommand)).toEqual(grantedTurn);
});

test("of several repeats that wait, one may run at a time", async () => {
  const command = { ...saveCommand, key: "one at a time" };
  await begin(command);
  await ledger.giveUp(command);
  const turns = await Promise.all(Array.from({ length: 20 }, () => ledger.takeTurn(command)));
  expect(turns.filter(({ kind }) => kind === "granted")).toHaveLength(1);
  expect(await otherLedger.takeTurn(command)).toEqual(runningTurn);
});

test("only the first status of a command is recorded", async () => {
  await begin();
  await ledger.complete({ ...saveCommand, status: 200 });
  await ledger.complete({ ...saveCommand, status: 204 });
  expect(await begin()).toEqual({ kind: "repeat", ids, status: 200 });
});

test("old commands are purged, and then count as new; completing one later has no effect", async () => {
  await begin();
  await begin({ ...saveCommand, key: "save 2" });
  await pool.query("UPDATE ledger.commands SET created_at = now() - interval '8 days' WHERE key = $1", [
    sha256("save 1"),
  ]);
  expect(await purgeCommands(pool, new Date(Date.now() - 7 * 86_400_000))).toBe(1);
  await ledger.complete({ ...saveCommand, status: 200 });
  expect(await begin(saveCommand, () => [5])).toEqual({ kind: "new", ids: [5] });
  expect((await begin({ ...saveCommand, key: "save 2" })).kind).toBe("repeat");
});

test("rows hold a hash of the key, not the key", async () => {
  await begin();
  const { rows } = await pool.query("SELECT user_id, key, fingerprint FROM ledger.commands");
  expect(rows).toEqual([{ user_id: 1, key: sha256("save 1"), fingerprint: "PUT a" }]);
});

test("an update from a ledger with replies keeps the commands, but no replies", async () => {
  const oldDatabase = await createTestDatabase();
  const oldPool = createPool({ connectionString: oldDatabase.url, applicationName: "test", durable: false });
  try {
    await migrate(oldPool, ledgerMigrations.slice(0, 2));
    await oldPool.query(
      `INSERT INTO ledger.commands (user_id, key, fingerprint, ids, status, reply) VALUES
       (1, 'a', 'f', '[1, 2]', 201, 'sealed text'), (1, 'b', 'f', '[3, 4]', 0, ''), (1, 'c', 'f', '[5, 6]', NULL, NULL)`,
    );
    await migrate(oldPool, ledgerMigrations);
    const { rows } = await oldPool.query<{ row: string }>(
      "SELECT to_jsonb(c) - 'created_at' - 'runner' AS row FROM ledger.commands c ORDER BY ids->0",
    );
    expect(rows.map(({ row }) => row)).toEqual([
      { user_id: 1, key: sha256("a"), fingerprint: "", ids: [1, 2], status: 201 },
      { user_id: 1, key: sha256("b"), fingerprint: "", ids: [3, 4], status: null },
      { user_id: 1, key: sha256("c"), fingerprint: "", ids: [5, 6], status: null },
    ]);
    const repeat = { userId: 1, key: "a", fingerprint: "any request", makeIds: () => [9] };
    expect(await createLedger({ pool: oldPool, processId: 1 }).begin(repeat)).toEqual({
      kind: "repeat",
      ids: [1, 2],
      status: 201,
    });
  } finally {
    await oldPool.end();
    await oldDatabase.drop();
  }
});
