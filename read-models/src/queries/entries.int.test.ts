import { isRejection } from "@daybook/domain/kernel/rejection";
import { sampleSealed } from "@daybook/domain/kernel/sample-values";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { entryRow } from "../testing/sample-rows.ts";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { type EntryRow, tables } from "../tables.ts";
import {
  countEntries,
  entriesByIds,
  entryById,
  type EntryListing,
  listEntries,
  neighboursOfEntry,
} from "./entries.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;
const newestFirst = { journalId: 10, view: "active", order: "created", dir: "desc", limit: 10 } as const;

beforeAll(async () => {
  database = await createReadModelDatabase();
});
afterAll(() => database.close());
beforeEach(async () => {
  await database.pool.query(
    "TRUNCATE read_models.entries, read_models.entry_bodies, read_models.journal_counts",
  );
});

const insert = (...rows: EntryRow[]) => insertRows(database.pool, tables.entries, rows);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 10, minute)).toISOString();

async function idsOf(listing: EntryListing): Promise<number[]> {
  const page = await listEntries(database.pool, listing);
  if (isRejection(page)) throw new Error(page.message);
  return page.entries.map(({ id }) => id);
}

describe("one entry", () => {
  test("an entry is read with its body, with exact times of any year", async () => {
    const row = entryRow({
      id: 100,
      createdAt: "1660-01-11T00:00:00.000Z",
      localDate: "1660-01-11",
      modifiedAt: "2026-11-20T10:42:00.007Z",
      trashedAt: "0001-01-01T00:00:00.120Z",
      status: "trashed",
      starred: true,
      promptId: 9_007_199_254_740_991,
      wordCount: 1_234,
      revision: 7,
      streamRevision: 9,
    });
    await insert(row);
    const body = sampleSealed<"entry.body">("body");
    await insertRows(database.pool, tables.entryBodies, [{ entryId: 100, body }]);
    expect(await entryById(database.pool, 100)).toEqual({ ...row, body });
    expect(await entryById(database.pool, 101)).toBeNull();
  });

  test("an entry is not found by its id in another journal", async () => {
    await insert(entryRow({ id: 1 }), entryRow({ id: 2 }), entryRow({ id: 3, journalId: 11 }));
    const entries = await entriesByIds(database.pool, 10, [1, 3, 99]);
    expect(entries).toEqual([entryRow({ id: 1 })]);
  });
});

describe("lists", () => {
  test("a view shows the matching entries of one journal", async () => {
    await insert(
      entryRow({ id: 1 }),
      entryRow({ id: 2, status: "trashed" }),
      entryRow({ id: 3, starred: true }),
      entryRow({ id: 4, starred: true, status: "trashed" }),
      entryRow({ id: 5, journalId: 11 }),
    );
    expect(await idsOf({ ...newestFirst, view: "active" })).toEqual([3, 1]);
    expect(await idsOf({ ...newestFirst, view: "trashed" })).toEqual([4, 2]);
    expect(await idsOf({ ...newestFirst, view: "starred" })).toEqual([3]);
  });

  test("entries are ordered by creation or change, then by id, in both directions", async () => {
    await insert(
      entryRow({ id: 1, createdAt: at(5), modifiedAt: at(6) }),
      entryRow({ id: 2, createdAt: "1660-01-11T00:00:00.000Z", modifiedAt: at(8) }),
      entryRow({ id: 3, createdAt: at(5), modifiedAt: at(7) }),
    );
    expect(await idsOf({ ...newestFirst, dir: "desc" })).toEqual([3, 1, 2]);
    expect(await idsOf({ ...newestFirst, dir: "asc" })).toEqual([2, 1, 3]);
    expect(await idsOf({ ...newestFirst, order: "modified", dir: "desc" })).toEqual([2, 3, 1]);
    expect(await idsOf({ ...newestFirst, order: "modified", dir: "asc" })).toEqual([1, 3, 2]);
  });

  test("pages count from 1, and `modifiedSince` is a lower bound of the last change", async () => {
    await insert(
      ...[1, 2, 3, 4, 5].map((id) => entryRow({ id, createdAt: at(id), modifiedAt: at(10 - id) })),
    );
    expect(await idsOf({ ...newestFirst, limit: 2, page: 1 })).toEqual([5, 4]);
    expect(await idsOf({ ...newestFirst, limit: 2, page: 3 })).toEqual([1]);
    expect(await idsOf({ ...newestFirst, limit: 2, page: 4 })).toEqual([]);
    expect(await idsOf({ ...newestFirst, modifiedSince: at(8) })).toEqual([2, 1]);
    expect(await countEntries(database.pool, { journalId: 10, view: "active", modifiedSince: at(8) })).toBe(
      2,
    );
  });

  test("cursors lead to every entry once, in every order", async () => {
    const listings = fc.record({
      view: fc.constantFrom("active" as const, "trashed" as const, "starred" as const),
      order: fc.constantFrom("created" as const, "modified" as const),
      dir: fc.constantFrom("asc" as const, "desc" as const),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    const rows = fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 1, max: 50 }),
        createdAt: fc.integer({ min: 0, max: 3 }).map(at),
        modifiedAt: fc.integer({ min: 0, max: 3 }).map(at),
        starred: fc.boolean(),
        status: fc.constantFrom("active" as const, "trashed" as const),
      }),
      { selector: ({ id }) => id, maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(rows, listings, async (storedRows, listing) => {
        await database.pool.query("TRUNCATE read_models.entries");
        await insert(...storedRows.map(entryRow));
        const allIds = await idsOf({ ...newestFirst, ...listing, limit: 100 });
        const visitedIds: number[] = [];
        let cursor: string | undefined;
        do {
          const page = await listEntries(database.pool, { ...newestFirst, ...listing, cursor });
          if (isRejection(page)) throw new Error(page.message);
          expect(page.entries.length).toBeLessThanOrEqual(listing.limit);
          visitedIds.push(...page.entries.map(({ id }) => id));
          cursor = page.nextCursor ?? undefined;
        } while (cursor !== undefined);
        expect(visitedIds).toEqual(allIds);
      }),
      { numRuns: 40 },
    );
  });

  test("a cursor of another order is refused", async () => {
    await insert(entryRow({ id: 1 }), entryRow({ id: 2 }));
    const page = await listEntries(database.pool, { ...newestFirst, limit: 1 });
    if (isRejection(page) || page.nextCursor === null) throw new Error("expected a cursor");
    const otherOrder = await listEntries(database.pool, {
      ...newestFirst,
      order: "modified",
      cursor: page.nextCursor,
    });
    expect(isRejection(otherOrder) && otherOrder.code).toBe("invalid");
  });

  test.each(
    (["active", "trashed", "starred"] as const).flatMap((view) =>
      (["created", "modified"] as const).flatMap((order) =>
        (["asc", "desc"] as const).map((dir) => [view, order, dir] as const),
      ),
    ),
  )("the %s list by %s, %s, reads at most 11 of 5,000 rows for a page of 10", async (view, order, dir) => {
    const manyRows = Array.from({ length: 5_000 }, (_, index) =>
      entryRow({
        id: index + 1,
        createdAt: at(index),
        modifiedAt: at(5_000 - index),
        starred: view === "starred",
        status: view === "trashed" ? "trashed" : "active",
      }),
    );
    await insert(...manyRows);
    await database.pool.query("ANALYZE read_models.entries");
    const firstPage = await listEntries(database.pool, { ...newestFirst, view, order, dir });
    if (isRejection(firstPage) || firstPage.nextCursor === null) throw new Error("expected a cursor");

    const rowCounter = createRowCounter(database.pool);
    await listEntries(rowCounter.db, { ...newestFirst, view, order, dir, cursor: firstPage.nextCursor });
    expect(rowCounter.rowsRead()).toBeLessThanOrEqual(11);
  });
});

describe("neighbours", () => {
  test("the neighbours of an entry are the active entries of the same journal before and after it, nearest first", async () => {
    await insert(
      entryRow({ id: 1, createdAt: at(1) }),
      entryRow({ id: 2, createdAt: at(2) }),
      entryRow({ id: 3, createdAt: at(2), status: "trashed" }),
      entryRow({ id: 4, createdAt: at(2) }),
      entryRow({ id: 5, createdAt: at(2) }),
      entryRow({ id: 6, createdAt: at(3), localDate: "1660-01-11" }),
      entryRow({ id: 7, createdAt: at(2), journalId: 11 }),
    );
    const neighboursOfFour = await neighboursOfEntry(
      database.pool,
      entryRow({ id: 4, createdAt: at(2) }),
      10,
      10,
    );
    expect(neighboursOfFour.previous.map(({ id }) => id)).toEqual([2, 1]);
    expect(neighboursOfFour.next).toEqual([
      { id: 5, title: sampleSealed("title-5"), createdAt: at(2), localDate: "2026-11-20" },
      { id: 6, title: sampleSealed("title-6"), createdAt: at(3), localDate: "1660-01-11" },
    ]);
    const previousOnly = await neighboursOfEntry(database.pool, entryRow({ id: 4, createdAt: at(2) }), 1, 0);
    expect([previousOnly.previous.map(({ id }) => id), previousOnly.next]).toEqual([[2], []]);
  });
});

test("the counts of active and trashed entries come from counters, the count of starred entries from their rows", async () => {
  const counts = { journalId: 10, active: 3, trashed: 2, lastUpdate: at(1) };
  await insertRows(database.pool, tables.journalCounts, [counts]);
  await insert(entryRow({ id: 1, starred: true }), entryRow({ id: 2 }));
  const count = (view: "active" | "trashed" | "starred", journalId = 10) =>
    countEntries(database.pool, { journalId, view });
  expect([
    await count("active"),
    await count("trashed"),
    await count("starred"),
    await count("active", 11),
  ]).toEqual([3, 2, 1, 0]);
});

/** Runs queries with EXPLAIN instead, to measure how many rows the server reads for the last one. */
function createRowCounter(pool: (typeof database)["pool"]) {
  let rows = Number.NaN;
  const db = {
    async query(config: { text: string; values: unknown[] }) {
      const { text, values } = config;
      const explainResult = await pool.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
        values,
      );
      rows = scannedRows(explainResult.rows[0]!["QUERY PLAN"][0]!.Plan);
      return { rows: [] };
    },
  };
  return { db: db as unknown as typeof pool, rowsRead: () => rows };
}

type PlanNode = { "Actual Rows": number; "Rows Removed by Filter"?: number; Plans?: PlanNode[] };

const scannedRows = (node: PlanNode): number =>
  node.Plans
    ? node.Plans.reduce((total, child) => total + scannedRows(child), 0)
    : node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0);
