import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { accountRow, entryRow, journalRow } from "../testing/sample-rows.ts";
import { tables } from "../tables.ts";
import { entriesOfThisDay, entriesPerDay, countWordsAndEntries } from "./entry-days.ts";
import { journalIdsWithoutRow, journalsOfUser, journalsTrashedUntil } from "./journals.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;

beforeAll(async () => {
  database = await createReadModelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    `TRUNCATE read_models.journals, read_models.entries, read_models.journal_counts, read_models.accounts`,
  );
});

const at = "2026-11-20T12:00:00.000Z";
let lastId = 0;
const entryOn = (localDate: string, fields: Partial<Parameters<typeof entryRow>[0]> = {}) =>
  entryRow({ id: ++lastId, localDate, createdAt: `${localDate}T10:00:00.000Z`, ...fields });

test("word counts and days do not include the trash", async () => {
  await insertRows(database.pool, tables.entries, [
    entryOn("2026-01-01", { wordCount: 5 }),
    entryOn("2026-01-01", { wordCount: 7 }),
    entryOn("2026-12-31"),
    entryOn("2025-12-31"),
    entryOn("2027-01-01"),
    entryOn("2026-03-03", { status: "trashed" }),
    entryOn("2026-04-04", { journalId: 11 }),
  ]);
  expect(await countWordsAndEntries(database.pool, 10, [])).toEqual({ words: 21, entries: 5 });
  expect(await countWordsAndEntries(database.pool, 99, [])).toEqual({ words: 0, entries: 0 });
  expect(await entriesPerDay(database.pool, 10, 2026)).toEqual([
    { day: "2026-01-01", entries: 2 },
    { day: "2026-12-31", entries: 1 },
  ]);
  expect(await entriesPerDay(database.pool, 10, 1)).toEqual([]);
  expect(await entriesPerDay(database.pool, 10, 9999)).toEqual([]);
});

test("finds the entries of this day in earlier years in the given journals, newest year first", async () => {
  await insertRows(database.pool, tables.entries, [
    entryOn("1660-11-20"),
    entryOn("2025-11-20", { journalId: 11 }),
    entryOn("2026-11-20"),
    entryOn("2024-11-21"),
    entryOn("2023-11-20", { status: "trashed" }),
    entryOn("2022-11-20", { journalId: 12 }),
  ]);
  const dates = async (journalIds: number[], today: string, limit = 10) =>
    (await entriesOfThisDay(database.pool, journalIds, today, limit)).map(({ localDate }) => localDate);
  expect(await dates([10, 11], "2026-11-20")).toEqual(["2025-11-20", "1660-11-20"]);
  expect(await dates([10, 11], "2026-11-20", 1)).toEqual(["2025-11-20"]);
  expect(await dates([10, 11, 12], "2025-11-20")).toEqual(["2022-11-20", "1660-11-20"]);
  expect(await dates([], "2026-11-20")).toEqual([]);
  expect(await dates([99], "2026-11-20")).toEqual([]);
});

test("finds entries of 29 February on that day, or on 28 February of a year without it", async () => {
  await insertRows(database.pool, tables.entries, [
    entryOn("1896-02-29"),
    entryOn("2023-02-28"),
    entryOn("2020-02-29"),
  ]);
  const entries = await entriesOfThisDay(database.pool, [10], "2024-02-29", 10);
  expect(entries.map(({ localDate }) => localDate)).toEqual(["2020-02-29", "1896-02-29"]);
  const entriesInCommonYear = await entriesOfThisDay(database.pool, [10], "2026-02-28", 10);
  // In a year without a 29 February, its entries belong to the day before.
  expect(entriesInCommonYear.map(({ localDate }) => localDate)).toEqual([
    "2023-02-28",
    "2020-02-29",
    "1896-02-29",
  ]);
  const entriesInLeapYear = await entriesOfThisDay(database.pool, [10], "2024-02-28", 10);
  expect(entriesInLeapYear.map(({ localDate }) => localDate)).toEqual(["2023-02-28"]);
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
    (await journalsOfUser(database.pool, userId, "active", at))[0]?.isPaid;
  expect([await isPaid(1), await isPaid(2), await isPaid(3), await isPaid(4)]).toEqual([
    false,
    true,
    false,
    true,
  ]);
});

test("finds journals that were trashed long enough ago, oldest first", async () => {
  const trashedJournal = (id: number, trashedAt: string) => journalRow({ id, status: "trashed", trashedAt });
  await insertRows(database.pool, tables.journals, [
    trashedJournal(1, "2026-10-21T12:00:00.000Z"),
    trashedJournal(2, "2026-10-21T12:00:00.001Z"),
    trashedJournal(3, "2026-09-01T00:00:00.000Z"),
    journalRow({ id: 4, createdAt: "2020-01-01T00:00:00.000Z" }),
  ]);
  const trashedUntil = "2026-10-21T12:00:00.000Z";
  const ids = async (limit: number) =>
    (await journalsTrashedUntil(database.pool, trashedUntil, limit)).map(({ id }) => id);
  expect([await ids(10), await ids(1)]).toEqual([[3, 1], [3]]);
});

test("finds journals that have entries but no row", async () => {
  await insertRows(database.pool, tables.journals, [journalRow({ id: 10 })]);
  const count = (journalId: number, active: number) => ({ journalId, active, trashed: 0, lastUpdate: at });
  await insertRows(database.pool, tables.journalCounts, [count(10, 1), count(11, 2), count(12, 0)]);
  expect(await journalIdsWithoutRow(database.pool)).toEqual([11]);
});
