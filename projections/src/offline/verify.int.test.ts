import { type ProjectionName, readModels } from "@daybook/read-models/tables";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startProjections } from "../main.ts";
import { projections } from "../registry.ts";
import { diary, timeAtMinute } from "../testing/diary-events.ts";
import { createProjectionDatabase, type ProjectionDatabase } from "../testing/projection-database.ts";
import { rebuild } from "./rebuild.ts";
import { readProjectionStatuses } from "./status.ts";
import { verify } from "./verify.ts";

const projectionNames = projections.map(({ name }) => name as ProjectionName);

// One database for all tests of this file, because appending the entries takes long. There are 450 entries, because the comparison
// reads pages of 200 rows.
let database: ProjectionDatabase;
let stop: () => Promise<void>;

beforeAll(async () => {
  database = await createProjectionDatabase();
  const logger = { fatal() {}, error() {}, warn() {}, info() {}, debug() {} };
  const { store, listener, pool } = database;
  const role = await startProjections({ store, listener, logger, pools: { relaxed: pool } });
  stop = () => role.stop();
  await database.append(
    diary.accountOpened(1),
    diary.journalCreated(10, 1),
    ...Array.from({ length: 450 }, (_, index) => diary.entryCreated(index + 1, 10)),
    diary.entryRevised(7, 1),
  );
  await database.waitUntilCaughtUp(projectionNames);
});
afterAll(async () => {
  await stop();
  await database.close();
});

const findDifference = async () => (await verify(database, projections)).difference;
const countLeftovers = async () => {
  const { rows } = await database.pool.query<{ count: number }>(
    "SELECT count(*)::integer FROM pg_class WHERE relname LIKE '%\\_\\_check%'",
  );
  return rows[0]?.count;
};

test.each([
  [
    "a changed value",
    "UPDATE read_models.entries SET timezone = 'UTC' WHERE id = 401",
    { kind: "changed", table: "entries", key: "id 401", column: "timezone" },
  ],
  [
    "a changed nullable value",
    "UPDATE read_models.entries SET prompt_id = 1 WHERE id = 3",
    { kind: "changed", table: "entries", key: "id 3", column: "prompt_id" },
  ],
  [
    "a missing row",
    "DELETE FROM read_models.entry_bodies WHERE entry_id = 450",
    {
      kind: "missing",
      table: "entry_bodies",
      key: "entry_id 450",
    },
  ],
  [
    "an extra row",
    `INSERT INTO read_models.entry_versions SELECT 5, entry_id, ordinal, created_at, title, body, excerpt, word_count,
      words_added, words_removed FROM read_models.entry_versions WHERE id = 1000`,
    { kind: "extra", table: "entry_versions", key: "entry_id 1, id 5" },
  ],
  [
    "a wrong counter",
    "UPDATE read_models.journal_counts SET active = active + 1",
    { kind: "changed", table: "journal_counts", key: "journal_id 10", column: "active" },
  ],
  ["an emptied table", "TRUNCATE read_models.journals", { kind: "missing", table: "journals", key: "id 10" }],
])("%s is found and reported without any value, and a rebuild repairs it", async (_, damage, expected) => {
  expect(await findDifference()).toBeNull();
  await database.pool.query(damage);
  expect(await findDifference()).toEqual(expected);
  await rebuild(database, projections);
  expect(await findDifference()).toBeNull();
});

test("a verification does not report concurrent writes as differences, because it compares one snapshot", async () => {
  const writing = new AbortController();
  let save = 1;
  const writes = (async () => {
    while (!writing.signal.aborted) await database.append(diary.entryRevised(7, ++save, timeAtMinute(save)));
  })();
  const differences = [];
  for (let round = 0; round < 5; round += 1) differences.push(await findDifference());
  writing.abort();
  await writes;
  expect(differences).toEqual([null, null, null, null, null]);
  expect(save).toBeGreaterThan(5);
});

test("a verification leaves none of its own tables, and works without a vault", async () => {
  await verify(database, projections);
  const { rows } = await database.pool.query("SELECT to_regnamespace('vault') IS NULL AS without_vault");
  expect([await countLeftovers(), rows]).toEqual([0, [{ without_vault: true }]]);
});

test("a verification that loses a connection ends with an error, and leaves none of its own tables", async () => {
  const verification = verify(database, projections, {
    onProgress: ({ phase }) => {
      if (phase === "replay")
        void database.pool.query(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND state = 'idle in transaction'`,
        );
    },
  });
  await expect(verification).rejects.toThrow(/connection/i);
  expect(await countLeftovers()).toBe(0);
});

test("a verification names the version of older tables, also when a table is missing", async () => {
  const [entryVersions] = projections.filter(({ name }) => name === "entry-versions");
  const { tables } = entryVersions!;
  const missingTable = { ...tables["entryVersions"]!, name: "new_table" };
  const newVersion = { ...entryVersions!, version: 99, tables: { ...tables, missingTable } };
  await expect(verify(database, [newVersion])).rejects.toThrow(
    /have version 1, this program writes version 99/,
  );
});

test("the status of each projection has its lag in events and in seconds", async () => {
  await database.waitUntilCaughtUp(projectionNames);
  await stop();
  const position = await database.store.head();
  await database.append(diary.entryCreated(900, 10), diary.entryCreated(901, 10));
  const [firstEvent] = await database.store.readAll({ after: position, limit: 1 });
  const now = Date.parse(firstEvent!.recordedAt) + 90_000;
  const statuses = await readProjectionStatuses(database, projections, now);
  expect(statuses[0]).toEqual({
    name: "account",
    liveVersion: readModels.account.version,
    version: readModels.account.version,
    position,
    lagEvents: 2,
    lagSeconds: 90,
    parkedEvents: 0,
    parkedStreams: 0,
  });
  expect(statuses.map(({ lagEvents }) => lagEvents)).toEqual(projections.map(() => 2));
});
