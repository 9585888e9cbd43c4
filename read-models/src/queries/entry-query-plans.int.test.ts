import { paging } from "@daybook/domain/contract/bounds";
import { isRejection } from "@daybook/domain/kernel/rejection";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertRows } from "../testing/insert-rows.ts";
import { createReadModelDatabase } from "../testing/read-model-database.ts";
import { entryRow, stateRow, versionRow } from "../testing/sample-rows.ts";
import { tables } from "../tables.ts";
import { entriesAsOf } from "./as-of.ts";
import { countEntries, type EntryListing, listEntries } from "./entries.ts";
import type { Queryable } from "./queryable.ts";

let database: Awaited<ReturnType<typeof createReadModelDatabase>>;
const entryTotal = 20_000;
/** Each branch of a query with a range of dates returns at most this many entries: the longest page, and one more. */
const rowsOfBranch = paging.maxLimit + 1;
/** Entries whose `createdAt` and local date are years apart: one in a hundred, none of them in the trash. */
const hasDistantDates = (id: number): boolean => id % 100 === 1;
const distantDatesTotal = entryTotal / 100;
/** The first moment of an entry's day. */
const dayStart = (id: number): string => new Date(Date.UTC(1660, 0, 1 + Math.floor(id / 4))).toISOString();

/** 20,000 entries of one journal, four a day by their local dates. */
beforeAll(async () => {
  database = await createReadModelDatabase();
  const ids = Array.from({ length: entryTotal }, (_, index) => index + 1);
  const dates = (id: number) => ({
    createdAt: hasDistantDates(id) ? new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString() : dayStart(id),
    localDate: dayStart(id).slice(0, 10),
  });
  await insertRows(
    database.pool,
    tables.entries,
    ids.map((id) =>
      entryRow({
        id,
        ...dates(id),
        modifiedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, entryTotal - id)).toISOString(),
        starred: id % 3 === 0,
        status: id % 5 === 0 ? "trashed" : "active",
      }),
    ),
  );
  await insertRows(
    database.pool,
    tables.entryStates,
    ids.map((id) => stateRow({ entryId: id, ordinal: 0, ...dates(id) })),
  );
  await insertRows(
    database.pool,
    tables.entryVersions,
    ids.map((id) => versionRow({ id, entryId: id, ordinal: 0 })),
  );
  await database.pool.query("VACUUM ANALYZE");
});
afterAll(() => database.close());

type Node = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  Plans?: Node[];
};

const withDescendants = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(withDescendants)];

/** Runs a prepared query with a custom plan and with a generic plan. Returns the nodes of both plans. */
async function plansOf(run: (db: Queryable) => Promise<unknown>): Promise<Node[][]> {
  const plans: Node[][] = [];
  for (const mode of ["force_custom_plan", "force_generic_plan"]) {
    const client = await database.pool.connect();
    try {
      const db = {
        async query({ text, values }: { text: string; values: unknown[] }) {
          await client.query(`SET plan_cache_mode = ${mode}`);
          const types = values.map(() => "unknown").join(", ");
          await client.query(`PREPARE explained (${types}) AS ${text}`);
          const literals = values.map((value) =>
            typeof value === "number" ? String(value) : `'${String(value)}'`,
          );
          const { rows } = await client.query<{ "QUERY PLAN": { Plan: Node }[] }>(
            `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE explained (${literals.join(", ")})`,
          );
          plans.push(withDescendants(rows[0]!["QUERY PLAN"][0]!.Plan));
          await client.query("DEALLOCATE explained");
          return { rows: [] };
        },
      };
      await run(db as unknown as Queryable);
    } finally {
      client.release(true);
    }
  }
  return plans;
}

/** Expects no sequential scan, no sort of more than the rows of two branches, and at most `maxRead` rows from each scan. */
function expectFewRowsRead(plans: Node[][], maxRead: number): void {
  expect(plans).toHaveLength(2);
  for (const nodes of plans) {
    const kinds = nodes.map((node) => node["Node Type"]);
    expect(kinds).not.toContain("Seq Scan");
    const sorts = nodes.filter((node) => node["Node Type"] === "Sort").flatMap(({ Plans }) => Plans ?? []);
    for (const sorted of sorts) expect(sorted["Actual Rows"]).toBeLessThanOrEqual(2 * rowsOfBranch);
    const leaves = nodes.filter(({ Plans }) => !Plans || Plans.length === 0);
    const rowsRead = leaves.map((leaf) => leaf["Actual Rows"] + (leaf["Rows Removed by Filter"] ?? 0));
    for (const [index, leaf] of leaves.entries()) {
      // PostgreSQL reports the average of all loops of a scan.
      expect(rowsRead[index]! * leaf["Actual Loops"]).toBeLessThanOrEqual(maxRead);
    }
  }
}

const listing: EntryListing = { journalId: 10, view: "active", order: "created", dir: "desc", limit: 10 };

/** The cursor after the first page. */
async function cursorOf(list: EntryListing): Promise<string> {
  const page = await listEntries(database.pool, list);
  if (isRejection(page) || !page.nextCursor) throw new Error("no next page");
  return page.nextCursor;
}

describe("with 20,000 entries, a list neither sorts nor reads them all", () => {
  const views = ["active", "trashed", "starred"] as const;
  const orders = ["created", "modified"] as const;
  const directions = ["asc", "desc"] as const;
  const combinations = views.flatMap((view) =>
    orders.flatMap((order) => directions.map((dir) => [view, order, dir] as const)),
  );

  test.each(combinations)("the %s entries by %s, %s", async (view, order, dir) => {
    const list = { ...listing, view, order, dir };
    expectFewRowsRead(await plansOf((db) => listEntries(db, list)), 11);
    const cursor = await cursorOf(list);
    expectFewRowsRead(await plansOf((db) => listEntries(db, { ...list, cursor })), 11);
  });

  // The query has a separate branch for entries with distant dates. It may read all of them, because `createdAt` does not tell their days.
  test.each([
    ["a day", { from: "1665-05-05", to: "1665-05-05" }],
    ["a year", { from: "1665-01-01", to: "1665-12-31" }],
    ["all days from a date on", { from: "1661-01-01" }],
    ["all days until a date", { to: "1672-01-01" }],
  ])("the entries of %s", async (_, days) => {
    for (const dir of directions) {
      const list = { ...listing, dir, days };
      expectFewRowsRead(await plansOf((db) => listEntries(db, list)), distantDatesTotal + rowsOfBranch);
    }
    const listingOfAllDays = { ...listing, days: { from: "1661-01-01" } };
    const cursor = await cursorOf(listingOfAllDays);
    expectFewRowsRead(
      await plansOf((db) => listEntries(db, { ...listingOfAllDays, cursor })),
      distantDatesTotal + rowsOfBranch,
    );
  });

  test("the journal at a past moment", async () => {
    const pastListing = { journalId: 10, at: "2026-11-20T12:00:00.000Z", dir: "desc", limit: 10 } as const;
    expectFewRowsRead(await plansOf((db) => entriesAsOf(db, pastListing)), 11);
  });
});

test("a range of dates selects entries by local date and orders them by `createdAt`", async () => {
  const days = { from: "1660-01-24", to: "1660-01-27" };
  const listIds = async (dir: "asc" | "desc"): Promise<number[]> => {
    const page = await listEntries(database.pool, { ...listing, days, dir, limit: 100 });
    if (isRejection(page)) throw new Error(page.message);
    return page.entries.map(({ id }) => id);
  };
  const idsOfDays = Array.from({ length: 16 }, (_, index) => 92 + index);
  const activeIds = idsOfDays.filter((id) => id % 5 !== 0);
  // The `createdAt` of entry 101 is in 2026, so it comes last.
  const idsByCreatedAt = [...activeIds.filter((id) => id !== 101), 101];
  expect(await listIds("asc")).toEqual(idsByCreatedAt);
  expect(await listIds("desc")).toEqual(idsByCreatedAt.toReversed());
  expect(await countEntries(database.pool, { journalId: 10, view: "active", days })).toBe(activeIds.length);
});
