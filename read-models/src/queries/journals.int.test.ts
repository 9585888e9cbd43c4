import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { accountRow, entryRow, journalRow } from "../testing/sample-rows.ts";
import { readModels, tables } from "../tables.ts";
import { countEntriesOfUser } from "./accounts.ts";
import { readCheckpoints } from "./checkpoints.ts";
import {
  hiddenJournalsToShow,
  journalIdsWithoutRow,
  journalsByIds,
  journalsOfUser,
  journalsTrashedUntil,
} from "./journals.ts";
import { isParked, parkedStreams } from "./parked.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;

beforeAll(async () => {
  database = await createReadModelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE read_models.journals, read_models.entries, read_models.journal_counts, read_models.accounts,
      read_models.account_activities, read_models.parked_events`,
  );
});

const noon = "2026-11-20T12:00:00.000Z";
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

test("lists a person's journals by creation time, with counts and newest entry", async () => {
  await insertRows(database.pool, tables.journals, [
    journalRow({ id: 12, createdAt: at(2) }),
    journalRow({ id: 10, createdAt: at(1) }),
    journalRow({ id: 11, createdAt: at(1), status: "trashed", trashedAt: at(9) }),
    journalRow({ id: 13, createdAt: at(0), userId: 2 }),
  ]);
  await insertRows(database.pool, tables.journalCounts, [
    { journalId: 10, active: 2, trashed: 1, lastUpdate: at(8) },
  ]);
  await insertRows(database.pool, tables.entries, [
    entryRow({ id: 1, journalId: 10, createdAt: at(4) }),
    entryRow({ id: 2, journalId: 10, createdAt: at(3) }),
    entryRow({ id: 3, journalId: 10, createdAt: at(5), status: "trashed" }),
  ]);
  const firstJournal = {
    ...journalRow({ id: 10, createdAt: at(1) }),
    position: 1,
    activeEntries: 2,
    trashedEntries: 1,
    lastUpdate: at(8),
    lastEntryId: 1,
    isParked: false,
    isPaid: false,
    isInLookingGlass: true,
  };
  const noEntries = { activeEntries: 0, trashedEntries: 0, lastUpdate: null, lastEntryId: null };
  const empty = { ...noEntries, isParked: false, isPaid: false, isInLookingGlass: true };
  const trashedJournal = journalRow({ id: 11, createdAt: at(1), status: "trashed", trashedAt: at(9) });
  expect(await journalsOfUser(database.pool, 1, "active", at(30))).toEqual([
    firstJournal,
    { ...journalRow({ id: 12, createdAt: at(2) }), ...empty, position: 3 },
  ]);
  expect(await journalsOfUser(database.pool, 1, "trashed", at(30))).toEqual([
    { ...trashedJournal, ...empty, position: 2 },
  ]);
  expect(await journalsByIds(database.pool, [99, 10, 10], at(30))).toEqual([
    null,
    firstJournal,
    firstJournal,
  ]);
});

test("counts a person's active entries in active journals", async () => {
  await insertRows(database.pool, tables.journals, [
    journalRow({ id: 10 }),
    journalRow({ id: 11 }),
    journalRow({ id: 12, status: "trashed" }),
    journalRow({ id: 13, userId: 2 }),
  ]);
  await insertRows(
    database.pool,
    tables.journalCounts,
    [10, 11, 12, 13].map((journalId) => ({ journalId, active: 5, trashed: 1, lastUpdate: at(1) })),
  );
  expect([await countEntriesOfUser(database.pool, 1), await countEntriesOfUser(database.pool, 3)]).toEqual([
    10, 0,
  ]);
});

test("finds parked streams, for all projections or for given ones", async () => {
  await database.pool.query(
    `INSERT INTO read_models.parked_events (projection, stream, revision, position, type, reason)
    VALUES ('entry-page', 'entry-1', 3, '7', 'EntryRevised', 'x'), ('entry-page', 'entry-1', 4, '9', 'EntryRevised', 'x')`,
  );
  expect(await parkedStreams(database.pool, ["entry-1", "entry-2"])).toEqual(new Set(["entry-1"]));
  expect(await isParked(database.pool, "entry-1", ["entry-page", "account"])).toBe(true);
  expect(await isParked(database.pool, "entry-1", ["entry-versions"])).toBe(false);
  expect(await isParked(database.pool, "entry-2")).toBe(false);

  await insertRows(database.pool, tables.journals, [journalRow({ id: 10 }), journalRow({ id: 11 })]);
  await database.pool.query(
    `INSERT INTO read_models.parked_events (projection, stream, revision, position, type, reason)
    VALUES ('journal-list', 'journal-10', 1, '8', 'JournalRenamed', 'x')`,
  );
  const journals = await journalsByIds(database.pool, [10, 11], at(30));
  expect(journals.map((journal) => journal?.isParked)).toEqual([true, false]);
});

test("new read models start at the beginning of the log", async () => {
  expect(await readCheckpoints(database.pool)).toEqual(
    new Map(Object.keys(readModels).map((name) => [name, null])),
  );
});

test("a journal has paid features until its owner's membership expires", async () => {
  await insertRows(
    database.pool,
    tables.journals,
    [1, 2, 3, 4].map((id) => journalRow({ id, userId: id })),
  );
  await insertRows(database.pool, tables.accounts, [
    accountRow({ id: 1 }),
    accountRow({ id: 2, membershipLevel: "plus" }),
    accountRow({ id: 3, membershipLevel: "pro", membershipExpiresAt: "2026-11-20T12:00:00.000Z" }),
    accountRow({ id: 4, membershipLevel: "pro", membershipExpiresAt: "2026-11-20T12:00:00.001Z" }),
  ]);
  const isPaid = async (userId: number) =>
    (await journalsOfUser(database.pool, userId, "active", noon))[0]?.isPaid;
  expect([await isPaid(1), await isPaid(2), await isPaid(3), await isPaid(4)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("finds journals that were trashed until a moment, the earliest trashed first", async () => {
  const trashedJournal = (id: number, trashedAt: string) => journalRow({ id, status: "trashed", trashedAt });
  await insertRows(database.pool, tables.journals, [
    trashedJournal(1, "2026-10-21T12:00:00.000Z"),
    trashedJournal(2, "2026-10-21T12:00:00.001Z"),
    trashedJournal(3, "2026-09-01T00:00:00.000Z"),
    journalRow({ id: 4, createdAt: "2020-01-01T00:00:00.000Z" }),
  ]);
  const latestTrashedAt = "2026-10-21T12:00:00.000Z";
  const ids = async (limit: number) =>
    (await journalsTrashedUntil(database.pool, latestTrashedAt, limit)).map(({ id }) => id);
  expect([await ids(10), await ids(1)]).toEqual([[3, 1], [3]]);
});

test("finds journals that have entries but no row", async () => {
  await insertRows(database.pool, tables.journals, [journalRow({ id: 10 })]);
  const count = (journalId: number, active: number) => ({ journalId, active, trashed: 0, lastUpdate: noon });
  await insertRows(database.pool, tables.journalCounts, [count(10, 1), count(11, 2), count(12, 0)]);
  expect(await journalIdsWithoutRow(database.pool)).toEqual([11]);
});

test("finds hidden journals that have entries, or whose owner has a membership or days of grace", async () => {
  await insertRows(
    database.pool,
    tables.journals,
    [1, 2, 3, 4, 5].map((id) => journalRow({ id, userId: id, status: "hidden" })),
  );
  const expiredMembership = { membershipLevel: "pro", membershipExpiresAt: noon } as const;
  await insertRows(database.pool, tables.accounts, [
    accountRow({ id: 1 }),
    accountRow({ id: 2, membershipLevel: "plus" }),
    accountRow({ id: 3, ...expiredMembership }),
    accountRow({ id: 4, ...expiredMembership, autoRenew: true }),
    accountRow({ id: 5 }),
  ]);
  await insertRows(database.pool, tables.entries, [entryRow({ id: 1, journalId: 5 })]);
  const journals = await hiddenJournalsToShow(database.pool, noon);
  expect(journals.map(({ id }) => id)).toEqual([2, 4, 5]);
});
