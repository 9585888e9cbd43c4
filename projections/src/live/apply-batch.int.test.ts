import { once } from "node:events";
import { domainSamples } from "@daybook/domain/samples";
import type { DomainEvent } from "@daybook/domain/events";
import { toPosition } from "@daybook/platform/event-store/position";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "../account/projection.ts";
import type { Projection } from "../core/define-projection.ts";
import type { Batch } from "../core/log-event.ts";
import { entryPage } from "../entry-page/projection.ts";
import { entryPhotos } from "../entry-photos/projection.ts";
import { entryVersions } from "../entry-versions/projection.ts";
import { tags } from "../tags/projection.ts";
import { projections } from "../registry.ts";
import {
  CheckpointBehind,
  createIdleMover,
  ProjectionSuperseded,
  readCheckpoint,
} from "../storage/checkpoint.ts";
import { diary, timeAtMinute } from "../testing/diary-events.ts";
import { createMemoryTables, logOf, sampleLog } from "../testing/memory-tables.ts";
import { createProjectionDatabase, type ProjectionDatabase } from "../testing/projection-database.ts";
import { tableRows } from "../testing/table-rows.ts";
import { applyBatch } from "./apply-batch.ts";

let database: ProjectionDatabase;

beforeAll(async () => {
  database = await createProjectionDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE read_models.accounts, read_models.account_activities, read_models.journals, read_models.entries, read_models.entry_states,
      read_models.entry_bodies, read_models.journal_counts, read_models.entry_versions`,
  );
  await database.pool.query("UPDATE read_models.checkpoints SET position = NULL");
});

const batchOf = (...events: readonly DomainEvent[]): Batch => ({ after: null, events: logOf(...events) });
const rows = () => tableRows(database.pool, entryPage);
const history = [
  diary.entryCreated(1, 10),
  diary.entryCreated(2, 10),
  diary.entryRevised(1, 1),
  diary.entryTrashed(2),
  diary.entryRevised(1, 2),
];

test.each(
  projections.flatMap((projection) =>
    [1, 4, sampleLog.length].map((batchSize) => [projection.name, batchSize, projection] as const),
  ),
)(
  "%s, in batches of %i: the database has the same rows as the tables in memory",
  async (_, batchSize, projection) => {
    const memory = createMemoryTables(projection);
    for (let from = 0; from < sampleLog.length; from += batchSize) {
      const startPosition = from === 0 ? null : toPosition(from);
      const events = sampleLog.slice(from, from + batchSize);
      await applyBatch(database.pool, projection, { after: startPosition, events });
      memory.apply(...events);
      expect(await tableRows(database.pool, projection)).toEqual(memory.rows());
    }
  },
);

test("rows and checkpoint change together, and applied events are skipped", async () => {
  const batch = batchOf(...history);
  expect(await applyBatch(database.pool, entryPage, { ...batch, events: batch.events.slice(0, 3) })).toBe(
    "3",
  );
  expect(await applyBatch(database.pool, entryPage, batch)).toBe("5");
  const rowsAfterFirstApply = await rows();
  expect(await applyBatch(database.pool, entryPage, batch)).toBe("5");
  expect(await rows()).toEqual(rowsAfterFirstApply);
  expect(rowsAfterFirstApply["journalCounts"]).toEqual([
    { journalId: 10, active: 1, trashed: 1, lastUpdate: timeAtMinute(6) },
  ]);
  expect(await readCheckpoint(database.pool, "entry-page")).toEqual({
    position: "5",
    version: entryPage.version,
    tables: ["entries", "entry_bodies", "entry_states", "journal_counts"],
    hasParkedEvents: false,
  });
});

test("a transaction that is killed before it moves the checkpoint changes nothing", async () => {
  await database.pool.query(
    `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NEW; END $$;
    CREATE TRIGGER die BEFORE UPDATE ON read_models.checkpoints FOR EACH ROW EXECUTE FUNCTION die()`,
  );
  await expect(applyBatch(database.pool, entryPage, batchOf(...history))).rejects.toThrow("terminat");
  await database.pool.query("DROP TRIGGER die ON read_models.checkpoints; DROP FUNCTION die()");
  expect(await rows()).toEqual({ entries: [], entryBodies: [], entryStates: [], journalCounts: [] });

  const memory = createMemoryTables(entryPage);
  memory.apply(...logOf(...history));
  await applyBatch(database.pool, entryPage, batchOf(...history));
  expect(await rows()).toEqual(memory.rows());
});

test("concurrent runs with the same batch give the rows of one run", async () => {
  const batch = batchOf(...history);
  const positions = await Promise.all([1, 2, 3, 4].map(() => applyBatch(database.pool, entryPage, batch)));
  expect(positions).toEqual(["5", "5", "5", "5"]);
  const counts = (await rows())["journalCounts"];
  expect(counts).toEqual([{ journalId: 10, active: 1, trashed: 1, lastUpdate: timeAtMinute(6) }]);
});

test("events that change no rows move the checkpoint, also when a stream is parked or another process has moved the checkpoint", async () => {
  const events = logOf(...history);
  const idleBatch = (from: number, to: number): Batch => ({
    after: from === 0 ? null : toPosition(from),
    events: events.slice(from, to),
  });
  const position = async () => (await readCheckpoint(database.pool, "account"))?.position;
  expect(await applyBatch(database.pool, account, idleBatch(0, 2))).toBe("2");
  expect(await position()).toBe("2");
  expect(await applyBatch(database.pool, account, idleBatch(1, 3))).toBe("3");
  expect(await applyBatch(database.pool, account, idleBatch(0, 1))).toBe("3");
  await database.pool.query(
    `INSERT INTO read_models.parked_events (projection, stream, revision, position, type, reason)
     VALUES ('account', 'account-1', 0, '1', 'AccountOpened', 'test')`,
  );
  expect(await applyBatch(database.pool, account, idleBatch(3, 5))).toBe("5");
  expect(await position()).toBe("5");
  await database.pool.query("DELETE FROM read_models.parked_events");
});

test("checkpoints move together past events that change no rows; one that another transaction changes does not block the others", async () => {
  const { pool } = database;
  const moveIdle = createIdleMover(pool);
  const move = (projection: Projection) => moveIdle({ projection, from: null, to: toPosition(2) });
  const otherClient = await pool.connect();
  await otherClient.query("BEGIN; SELECT FROM read_models.checkpoints WHERE projection = 'tags' FOR UPDATE");
  expect(await Promise.all([move(account), move(tags), move(entryPhotos)])).toEqual([true, false, true]);
  await otherClient.query("ROLLBACK");
  otherClient.release();
  const positionOf = async ({ name }: Projection) => (await readCheckpoint(pool, name))?.position;
  expect(await Promise.all([account, tags, entryPhotos].map(positionOf))).toEqual(["2", null, "2"]);
  expect(await Promise.all([move(account), move(tags)])).toEqual([false, true]);
});

test("a batch that starts after the checkpoint is refused, so that no event is skipped", async () => {
  const events = logOf(...history);
  const remainingBatch = { after: toPosition(3), events: events.slice(3) };
  await expect(applyBatch(database.pool, entryPage, remainingBatch)).rejects.toBeInstanceOf(CheckpointBehind);
});

test("a batch is refused when another version of the program writes the tables", async () => {
  const nextVersion = { ...entryPage, version: entryPage.version + 1 };
  await expect(applyBatch(database.pool, nextVersion, batchOf(...history))).rejects.toBeInstanceOf(
    ProjectionSuperseded,
  );
});

test("listeners are notified of a new position", async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("LISTEN projection_moved");
  const notification = once(client, "notification") as Promise<[{ payload: string }]>;
  await applyBatch(database.pool, entryVersions, batchOf(...history));
  const [{ payload }] = await notification;
  await client.end();
  expect(payload).toBe("entry-versions:5");
});

test("an entry of one megabyte and hundreds of other entries are written in one batch", async () => {
  const largeEvent = structuredClone(domainSamples.EntryCreated);
  const body = "x".repeat(1_000_000) as typeof largeEvent.data.body;
  const events = [
    { ...largeEvent, data: { ...largeEvent.data, entryId: 9_000, body } },
    ...Array.from({ length: 700 }, (_, index) => diary.entryCreated(index + 1, 10)),
  ];
  await applyBatch(database.pool, entryPage, batchOf(...events));
  const { rows: sizes } = await database.pool.query<{ length: number; entries: number }>(
    `SELECT length(b.body) AS length, (SELECT count(*)::integer FROM read_models.entries) AS entries
    FROM read_models.entry_bodies b WHERE b.entry_id = 9000`,
  );
  expect(sizes).toEqual([{ length: 1_000_000, entries: 701 }]);
});
