import { paging } from "@daybook/domain/contract/bounds";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { columnsOf, selectList } from "../table-sql.ts";
import { type EntryRow, tables } from "../tables.ts";
import { outOfStep } from "../tables/entry-tables.ts";
import { type EntryOrder, readCursor, writeCursor } from "./entry-cursor.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";
import { taggedWith } from "./tags.ts";

const entryColumns = selectList(tables.entries, "e", columnsOf(tables.entries));

/** An entry with its body, sealed. */
export type EntryWithBody = EntryRow & { body: Sealed<"entry.body"> };

/** One entry, whoever owns it and whatever its state: the caller compares `userId` and `journalId`. */
export function entryById(db: Queryable, id: number): Promise<EntryWithBody | null> {
  const text = `SELECT ${entryColumns}, b.body FROM read_models.entries e
    JOIN read_models.entry_bodies b ON b.entry_id = e.id WHERE e.id = $1`;
  return rowOf<EntryWithBody>(db, "entry-by-id", text, [id]);
}

/** Entries of a journal by their ids, without bodies, in no order; those that are not in the journal are left out. */
export function entriesByIds(db: Queryable, journalId: number, ids: readonly number[]): Promise<EntryRow[]> {
  const text = `SELECT ${entryColumns} FROM read_models.entries e
    WHERE e.id = ANY($1::bigint[]) AND e.journal_id = $2`;
  return rowsOf<EntryRow>(db, "entries-by-ids", text, [ids, journalId]);
}

/** The ids of whatever entries of a person there still are, in whichever journals. Reads the whole table: for erasing alone. */
export async function entryIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const text = "SELECT e.id FROM read_models.entries e WHERE e.user_id = $1 ORDER BY e.id";
  return (await rowsOf<{ id: number }>(db, "entry-ids-of-user", text, [userId])).map(({ id }) => id);
}

/** The ids of a journal's entries, active and trashed, in their order after `after`. */
export async function entryIdsOf(
  db: Queryable,
  journalId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const text = `SELECT e.id FROM read_models.entries e WHERE e.journal_id = $1 AND e.id > $2
    ORDER BY e.id LIMIT $3`;
  const rows = await rowsOf<{ id: number }>(db, "entry-ids-of", text, [journalId, after, limit]);
  return rows.map(({ id }) => id);
}

/** Which entries of a journal a list shows. */
export type EntryView = "active" | "trashed" | "starred";

/** A page of a journal's entries. `cursor` continues a list at any depth; `page` counts from 1 and is for the first ones. */
export type EntryListing = {
  journalId: number;
  view: EntryView;
  order: EntryOrder;
  dir: "asc" | "desc";
  limit: number;
  page?: number | undefined;
  cursor?: string | undefined;
  /** Only entries that were modified at this instant or later. */
  since?: string | undefined;
  /** Only entries of these days, by the date that is shown; an absent end is open. */
  days?: Days | undefined;
  /** Only entries with this tag, */
  tag?: number | undefined;
  /** but none of these. */
  closed?: readonly number[] | undefined;
};

/** A range of calendar dates, both included. */
export type Days = { readonly from?: string | undefined; readonly to?: string | undefined };

// Written out, not passed as values: a partial index is used only where the planner sees its condition.
const inView: Record<EntryView, string> = {
  active: "e.status = 'active'",
  trashed: "e.status = 'trashed'",
  starred: "e.starred AND e.status = 'active'",
};
const orderedBy: Record<EntryOrder, { column: string; field: "createdAt" | "modifiedAt" }> = {
  created: { column: "e.created_at", field: "createdAt" },
  modified: { column: "e.modified_at", field: "modifiedAt" },
};

type Filter = Pick<EntryListing, "journalId" | "view" | "since" | "days" | "tag" | "closed">;

/** Collects the values of a statement as its text is written; its name tells apart what has another text. */
function createStatement(name: string) {
  const values: unknown[] = [];
  const variant = [name];
  return {
    values,
    value: (given: unknown): string => `$${values.push(given)}`,
    /** Notes a part of the text that is there or not. */
    vary: (part: string): void => void variant.push(part),
    name: (): string => variant.join("-"),
  };
}

/** The date as no index has it: by that of the days a whole year would be read, to be sorted for its first ten. */
const unindexedDay = "e.local_date + 0";

type Statement = ReturnType<typeof createStatement>;

/**
 * The branches that together hold what a filter lets through, each as conditions. A range of dates is two: entries whose
 * instant and date agree are a range of instants, which the indexes are ordered by; the others have an index of their own.
 */
function branchesOf({ value, vary }: Statement, filter: Filter, more: readonly string[]): string[] {
  const { journalId, view, since, days, tag, closed = [] } = filter;
  const conditions = [`e.journal_id = ${value(journalId)}`, inView[view], ...more];
  vary(view);
  if (since !== undefined) {
    vary("since");
    conditions.push(`e.modified_at >= ${value(since)}`);
  }
  if (tag !== undefined) {
    vary("tag");
    conditions.push(taggedWith(value(tag)), `NOT e.id = ANY (${value(closed)}::int8[])`);
  }
  if (days?.from === undefined && days?.to === undefined) return [conditions.join(" AND ")];
  const instants: string[] = [];
  if (days.from !== undefined) {
    vary("from");
    const from = value(days.from);
    conditions.push(`${unindexedDay} >= ${from}::date`);
    instants.push(`e.created_at >= ${from}::date - 1`);
  }
  if (days.to !== undefined) {
    vary("to");
    const to = value(days.to);
    conditions.push(`${unindexedDay} <= ${to}::date`);
    instants.push(`e.created_at < ${to}::date + 2`);
  }
  return [
    [...conditions, ...instants, `NOT ${outOfStep("e.")}`].join(" AND "),
    [...conditions, outOfStep("e.")].join(" AND "),
  ];
}

/** The rows of all branches. Each of several is read in the order of its index only if it says itself where it `ends`. */
function rowsIn(select: string, branches: readonly string[], ends: () => string): string {
  const rows = branches.map((where) => `SELECT ${select} FROM read_models.entries e WHERE ${where}`);
  if (rows.length === 1) return rows.join("");
  const ending = ends();
  return rows.map((branch) => `(${branch} ${ending})`).join(" UNION ALL ");
}

/** A page of entries, without bodies; `nextCursor` is `null` on the last one. A damaged cursor is refused. */
export async function listEntries(
  db: Queryable,
  listing: EntryListing,
): Promise<{ entries: EntryRow[]; nextCursor: string | null } | Rejection> {
  const { order, dir, limit, page = 1 } = listing;
  const cursor = listing.cursor === undefined ? null : readCursor(listing.cursor, order);
  if (isRejection(cursor)) return cursor;

  const { column, field } = orderedBy[order];
  const statement = createStatement(`list-entries-${order}-${dir}`);
  const { value, vary } = statement;
  const beyond: string[] = [];
  if (cursor) {
    vary("cursor");
    beyond.push(`(${column}, e.id) ${dir === "asc" ? ">" : "<"} (${value(cursor.at)}, ${value(cursor.id)})`);
  }
  const branches = branchesOf(statement, listing, beyond);
  const skipped = cursor ? 0 : (page - 1) * limit;
  const paged = `LIMIT ${value(limit + 1)} OFFSET ${value(skipped)}`;
  if (skipped > 0) vary("page");
  const rows = rowsIn(entryColumns, branches, () => {
    const enough = skipped > 0 ? value(skipped + limit + 1) : String(paging.maxLimit + 1);
    return `ORDER BY ${column} ${dir}, e.id ${dir} LIMIT ${enough}`;
  });
  const text = `${rows} ORDER BY "${field}" ${dir}, id ${dir} ${paged}`;

  const found = await rowsOf<EntryRow>(db, statement.name(), text, statement.values);
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last ? writeCursor({ order, at: last[field], id: last.id }) : null };
}

/** Past this, a count of what is filtered stops: a list is walked by its cursor, and nobody turns to page 1,001. */
const mostCounted = 10_000;

/** How many entries a filter lets through: of a whole view by its counter, else counted, up to {@link mostCounted}. */
export async function countEntries(db: Queryable, filter: Filter): Promise<number> {
  const { journalId, view, since, days, tag } = filter;
  if (since === undefined && !days && tag === undefined && view !== "starred") {
    const column = view === "active" ? "c.active" : "c.trashed";
    const text = `SELECT ${column} AS entries FROM read_models.journal_counts c WHERE c.journal_id = $1`;
    const row = await rowOf<{ entries: number }>(db, `count-entries-${view}`, text, [journalId]);
    return row?.entries ?? 0;
  }
  const statement = createStatement("count-filtered");
  const rows = rowsIn("1", branchesOf(statement, filter, []), () => `LIMIT ${mostCounted}`);
  const text = `SELECT count(*) AS entries FROM (${rows} LIMIT ${mostCounted}) AS counted`;
  const row = await rowOf<{ entries: number }>(db, statement.name(), text, statement.values);
  return row?.entries ?? 0;
}

/** An entry beside another one. */
export type NeighbourRow = Pick<EntryRow, "id" | "title" | "createdAt" | "localDate">;

const neighbourColumns = selectList(tables.entries, "e", ["id", "title", "createdAt", "localDate"]);

/**
 * The active entries of the same journal around one, by date and id, nearest first: the older ones in `previous`, the
 * newer ones in `next`.
 */
export async function neighbours(
  db: Queryable,
  entry: Pick<EntryRow, "id" | "journalId" | "createdAt">,
  previous: number,
  next: number,
): Promise<{ previous: NeighbourRow[]; next: NeighbourRow[] }> {
  const beside = (side: "previous" | "next", count: number): Promise<NeighbourRow[]> => {
    if (count === 0) return Promise.resolve([]);
    const [beyond, dir] = side === "previous" ? ["<", "DESC"] : [">", "ASC"];
    const text = `SELECT ${neighbourColumns} FROM read_models.entries e
      WHERE e.journal_id = $1 AND e.status = 'active' AND (e.created_at, e.id) ${beyond} ($2, $3)
      ORDER BY e.created_at ${dir}, e.id ${dir} LIMIT $4`;
    return rowsOf<NeighbourRow>(db, `neighbours-${side}`, text, [
      entry.journalId,
      entry.createdAt,
      entry.id,
      count,
    ]);
  };
  return { previous: await beside("previous", previous), next: await beside("next", next) };
}
