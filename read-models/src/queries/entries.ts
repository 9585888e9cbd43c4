import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { Sealed } from "@daybook/domain/kernel/sealed";
import { columnsOf, selectList } from "../table-sql.ts";
import { type EntryRow, tables } from "../tables.ts";
import { type EntryOrder, readCursor, writeCursor } from "./entry-cursor.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

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
};

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

/** A page of entries, without bodies; `nextCursor` is `null` on the last one. A damaged cursor is refused. */
export async function listEntries(
  db: Queryable,
  listing: EntryListing,
): Promise<{ entries: EntryRow[]; nextCursor: string | null } | Rejection> {
  const { journalId, view, order, dir, limit, page = 1, since } = listing;
  const cursor = listing.cursor === undefined ? null : readCursor(listing.cursor, order);
  if (isRejection(cursor)) return cursor;

  const { column, field } = orderedBy[order];
  const values: unknown[] = [journalId, limit + 1];
  const value = (given: unknown): string => `$${values.push(given)}`;
  const conditions = ["e.journal_id = $1", inView[view]];
  if (since !== undefined) conditions.push(`e.modified_at >= ${value(since)}`);
  if (cursor) {
    const beyond = dir === "asc" ? ">" : "<";
    conditions.push(`(${column}, e.id) ${beyond} (${value(cursor.at)}, ${value(cursor.id)})`);
  }
  const offset = cursor || page === 1 ? "" : ` OFFSET ${value((page - 1) * limit)}`;
  const text = `SELECT ${entryColumns} FROM read_models.entries e WHERE ${conditions.join(" AND ")}
    ORDER BY ${column} ${dir}, e.id ${dir} LIMIT $2${offset}`;
  const variant = [view, order, dir, since !== undefined && "since", cursor && "cursor", offset && "page"];
  const name = ["list-entries", ...variant.filter(Boolean)].join("-");

  const found = await rowsOf<EntryRow>(db, name, text, values);
  const entries = found.slice(0, limit);
  const last = found.length > limit ? entries.at(-1) : undefined;
  return { entries, nextCursor: last ? writeCursor({ order, at: last[field], id: last.id }) : null };
}

/** How many entries of a journal a view has. Counted from rows only where no counter is kept. */
export async function countEntries(
  db: Queryable,
  filter: Pick<EntryListing, "journalId" | "view" | "since">,
): Promise<number> {
  const { journalId, view, since } = filter;
  if (since === undefined && view !== "starred") {
    const column = view === "active" ? "c.active" : "c.trashed";
    const text = `SELECT ${column} AS entries FROM read_models.journal_counts c WHERE c.journal_id = $1`;
    const row = await rowOf<{ entries: number }>(db, `count-entries-${view}`, text, [journalId]);
    return row?.entries ?? 0;
  }
  const text = `SELECT count(*) AS entries FROM read_models.entries e
    WHERE e.journal_id = $1 AND ${inView[view]} AND ($2::timestamptz IS NULL OR e.modified_at >= $2)`;
  const row = await rowOf<{ entries: number }>(db, `count-entries-${view}-since`, text, [
    journalId,
    since ?? null,
  ]);
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
