import { paging } from "@daybook/domain/contract/bounds";
import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { columnsOf, selectList } from "../table-sql.ts";
import { type EntryRow, tables } from "../tables.ts";
import { datesDisagree } from "../tables/entry-tables.ts";
import { type EntryOrder, readCursor, writeCursor } from "./entry-cursor.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";
import { taggedWith } from "./tags.ts";

const entryColumns = selectList(tables.entries, "e", columnsOf(tables.entries));

/** An entry with its body, sealed. */
export type EntryWithBody = EntryRow & { body: Sealed<"entry.body"> };

/** An entry of any owner and status. The caller must check `userId` and `journalId`. */
export function entryById(db: Queryable, id: number): Promise<EntryWithBody | null> {
  const text = `SELECT ${entryColumns}, b.body FROM read_models.entries e
    JOIN read_models.entry_bodies b ON b.entry_id = e.id WHERE e.id = $1`;
  return rowOf<EntryWithBody>(db, "entry-by-id", text, [id]);
}

/** Entries of a journal by their ids, without bodies, unordered. Entries of other journals are omitted. */
export function entriesByIds(db: Queryable, journalId: number, ids: readonly number[]): Promise<EntryRow[]> {
  const text = `SELECT ${entryColumns} FROM read_models.entries e
    WHERE e.id = ANY($1::bigint[]) AND e.journal_id = $2`;
  return rowsOf<EntryRow>(db, "entries-by-ids", text, [ids, journalId]);
}

/** The ids of all entries of a person. Reads the whole table, so it is only for erasing an account. */
export async function entryIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const text = "SELECT e.id FROM read_models.entries e WHERE e.user_id = $1 ORDER BY e.id";
  return (await rowsOf<{ id: number }>(db, "entry-ids-of-user", text, [userId])).map(({ id }) => id);
}

/** The ids of a journal's active and trashed entries in ascending order, greater than `afterId`. */
export async function entryIdsOfJournal(
  db: Queryable,
  journalId: number,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const text = `SELECT e.id FROM read_models.entries e WHERE e.journal_id = $1 AND e.id > $2
    ORDER BY e.id LIMIT $3`;
  const rows = await rowsOf<{ id: number }>(db, "entry-ids-of", text, [journalId, afterId, limit]);
  return rows.map(({ id }) => id);
}

/** The name of a view: which entries a list shows. */
export type EntryViewName = "active" | "trashed" | "starred";

/** The options of a list of entries. Use `cursor` for deep lists; `page` counts from 1 and gets slower. */
export type EntryListing = {
  journalId: number;
  view: EntryViewName;
  order: EntryOrder;
  dir: "asc" | "desc";
  limit: number;
  page?: number | undefined;
  cursor?: string | undefined;
  /** Only entries that were modified at this instant or later. */
  modifiedSince?: string | undefined;
  /** Only entries of these days, by their local dates. */
  days?: DateRange | undefined;
  /** Only entries with this tag. */
  tag?: number | undefined;
  /** With `tag`: these entries are omitted, because their locks are closed. */
  closedEntryIds?: readonly number[] | undefined;
};

/** A range of calendar dates, both included. An absent end is open. */
export type DateRange = { readonly from?: string | undefined; readonly to?: string | undefined };

// Literals, not parameters: PostgreSQL uses a partial index only when the query contains its condition.
const viewConditions: Record<EntryViewName, string> = {
  active: "e.status = 'active'",
  trashed: "e.status = 'trashed'",
  starred: "e.starred AND e.status = 'active'",
};
const orderColumns: Record<EntryOrder, { column: string; field: "createdAt" | "modifiedAt" }> = {
  created: { column: "e.created_at", field: "createdAt" },
  modified: { column: "e.modified_at", field: "modifiedAt" },
};

type Filter = Pick<EntryListing, "journalId" | "view" | "modifiedSince" | "days" | "tag" | "closedEntryIds">;

/** Collects the parameters and the name of a statement. PostgreSQL prepares statements by name, so different texts need different names. */
function createStatement(name: string) {
  const values: unknown[] = [];
  const nameParts = [name];
  return {
    values,
    /** Adds a parameter and returns its placeholder. */
    addParameter: (value: unknown): string => `$${values.push(value)}`,
    /** Adds a part to the name of the statement. Call it for each optional part of the text. */
    addNamePart: (namePart: string): void => void nameParts.push(namePart),
    name: (): string => nameParts.join("-"),
  };
}

/**
 * The date as an expression that no index matches. With the index by day, PostgreSQL would read and sort all entries of the
 * range for each page.
 */
const unindexedDate = "e.local_date + 0";

type Statement = ReturnType<typeof createStatement>;

/**
 * The conditions of a filter, as one or two branches of a UNION. A range of dates needs two branches. The first has the entries whose
 * instant and local date agree. For these entries the range is also a range of instants, which an index can read in order. The second has
 * the entries whose dates disagree (see {@link datesDisagree}). These entries have an index of their own.
 */
function branchesOf(
  { addParameter, addNamePart }: Statement,
  filter: Filter,
  moreConditions: readonly string[],
): string[] {
  const { journalId, view, modifiedSince, days, tag, closedEntryIds = [] } = filter;
  const conditions = [`e.journal_id = ${addParameter(journalId)}`, viewConditions[view], ...moreConditions];
  addNamePart(view);
  if (modifiedSince !== undefined) {
    addNamePart("since");
    conditions.push(`e.modified_at >= ${addParameter(modifiedSince)}`);
  }
  if (tag !== undefined) {
    addNamePart("tag");
    conditions.push(
      taggedWith(addParameter(tag)),
      `NOT e.id = ANY (${addParameter(closedEntryIds)}::int8[])`,
    );
  }
  if (days?.from === undefined && days?.to === undefined) return [conditions.join(" AND ")];
  const instants: string[] = [];
  if (days.from !== undefined) {
    addNamePart("from");
    const from = addParameter(days.from);
    conditions.push(`${unindexedDate} >= ${from}::date`);
    instants.push(`e.created_at >= ${from}::date - 1`);
  }
  if (days.to !== undefined) {
    addNamePart("to");
    const to = addParameter(days.to);
    conditions.push(`${unindexedDate} <= ${to}::date`);
    instants.push(`e.created_at < ${to}::date + 2`);
  }
  return [
    [...conditions, ...instants, `NOT ${datesDisagree("e.")}`].join(" AND "),
    [...conditions, datesDisagree("e.")].join(" AND "),
  ];
}

/** Selects the rows of all branches. With several branches, each needs its own ORDER BY and LIMIT to use its index. */
function selectBranches(columns: string, branches: readonly string[], orderAndLimit: () => string): string {
  const selects = branches.map(
    (condition) => `SELECT ${columns} FROM read_models.entries e WHERE ${condition}`,
  );
  if (selects.length === 1) return selects.join("");
  const ending = orderAndLimit();
  return selects.map((select) => `(${select} ${ending})`).join(" UNION ALL ");
}

/** A page of entries without bodies. `nextCursor` is `null` on the last page. Rejects an invalid cursor. */
export async function listEntries(
  db: Queryable,
  listing: EntryListing,
): Promise<{ entries: EntryRow[]; nextCursor: string | null } | Rejection> {
  const { order, dir, limit, page = 1 } = listing;
  const cursor = listing.cursor === undefined ? null : readCursor(listing.cursor, order);
  if (isRejection(cursor)) return cursor;

  const { column, field } = orderColumns[order];
  const statement = createStatement(`list-entries-${order}-${dir}`);
  const { addParameter, addNamePart } = statement;
  const cursorConditions: string[] = [];
  if (cursor) {
    addNamePart("cursor");
    cursorConditions.push(
      `(${column}, e.id) ${dir === "asc" ? ">" : "<"} (${addParameter(cursor.at)}, ${addParameter(cursor.id)})`,
    );
  }
  const branches = branchesOf(statement, listing, cursorConditions);
  const skippedRows = cursor ? 0 : (page - 1) * limit;
  const limitAndOffset = `LIMIT ${addParameter(limit + 1)} OFFSET ${addParameter(skippedRows)}`;
  if (skippedRows > 0) addNamePart("page");
  const select = selectBranches(entryColumns, branches, () => {
    const rowLimit = skippedRows > 0 ? addParameter(skippedRows + limit + 1) : String(paging.maxLimit + 1);
    return `ORDER BY ${column} ${dir}, e.id ${dir} LIMIT ${rowLimit}`;
  });
  const text = `${select} ORDER BY "${field}" ${dir}, id ${dir} ${limitAndOffset}`;

  const listedRows = await rowsOf<EntryRow>(db, statement.name(), text, statement.values);
  const entries = listedRows.slice(0, limit);
  const lastEntry = listedRows.length > limit ? entries.at(-1) : undefined;
  return {
    entries,
    nextCursor: lastEntry ? writeCursor({ order, at: lastEntry[field], id: lastEntry.id }) : null,
  };
}

/** A count of filtered entries stops at this number. Deep lists use cursors, so they need no exact count. */
const maxCounted = 10_000;

/**
 * How many entries match a filter. Counting stops at {@link maxCounted}, except for all active or all trashed entries, which have
 * counters.
 */
export async function countEntries(db: Queryable, filter: Filter): Promise<number> {
  const { journalId, view, modifiedSince, days, tag } = filter;
  if (modifiedSince === undefined && !days && tag === undefined && view !== "starred") {
    const column = view === "active" ? "c.active" : "c.trashed";
    const text = `SELECT ${column} AS entries FROM read_models.journal_counts c WHERE c.journal_id = $1`;
    const row = await rowOf<{ entries: number }>(db, `count-entries-${view}`, text, [journalId]);
    return row?.entries ?? 0;
  }
  const statement = createStatement("count-filtered");
  const select = selectBranches("1", branchesOf(statement, filter, []), () => `LIMIT ${maxCounted}`);
  const text = `SELECT count(*) AS entries FROM (${select} LIMIT ${maxCounted}) AS counted`;
  const row = await rowOf<{ entries: number }>(db, statement.name(), text, statement.values);
  return row?.entries ?? 0;
}

/** The entry before or after another entry. */
export type NeighbourRow = Pick<EntryRow, "id" | "title" | "createdAt" | "localDate">;

const neighbourColumns = selectList(tables.entries, "e", ["id", "title", "createdAt", "localDate"]);

/** The active entries before (`previous`) and after (`next`) an entry of a journal, by date and id, nearest first. */
export async function neighboursOfEntry(
  db: Queryable,
  entry: Pick<EntryRow, "id" | "journalId" | "createdAt">,
  previousCount: number,
  nextCount: number,
): Promise<{ previous: NeighbourRow[]; next: NeighbourRow[] }> {
  const readSide = (side: "previous" | "next", count: number): Promise<NeighbourRow[]> => {
    if (count === 0) return Promise.resolve([]);
    const [comparison, dir] = side === "previous" ? ["<", "DESC"] : [">", "ASC"];
    const text = `SELECT ${neighbourColumns} FROM read_models.entries e
      WHERE e.journal_id = $1 AND e.status = 'active' AND (e.created_at, e.id) ${comparison} ($2, $3)
      ORDER BY e.created_at ${dir}, e.id ${dir} LIMIT $4`;
    return rowsOf<NeighbourRow>(db, `neighbours-${side}`, text, [
      entry.journalId,
      entry.createdAt,
      entry.id,
      count,
    ]);
  };
  return { previous: await readSide("previous", previousCount), next: await readSide("next", nextCount) };
}
