import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { entryRow } from "../testing/sample-rows.ts";
import { tables } from "../tables.ts";
import { entriesOfThisDay, entriesPerDay, countWordsAndEntries } from "./entry-days.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;

beforeAll(async () => {
  database = await createReadModelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query("TRUNCATE read_models.entries");
});

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
  expect(entriesInCommonYear.map(({ localDate }) => localDate)).toEqual([
    "2023-02-28",
    "2020-02-29",
    "1896-02-29",
  ]);
  const entriesInLeapYear = await entriesOfThisDay(database.pool, [10], "2024-02-28", 10);
  expect(entriesInLeapYear.map(({ localDate }) => localDate)).toEqual(["2023-02-28"]);
});
