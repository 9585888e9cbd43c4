import { selectList } from "../table-sql.ts";
import { bounds } from "@daybook/domain/contract/bounds";
import { type PhotoRow, tables } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** An entry's photos in the order in which they were added. The caller must check access to the entry. */
export function photosOfEntry(db: Queryable, entryId: number): Promise<PhotoRow[]> {
  const text = `SELECT ${selectList(tables.photos, "p")} FROM read_models.photos p
    WHERE p.entry_id = $1 ORDER BY p.added_at, p.id`;
  return rowsOf<PhotoRow>(db, "photos-of", text, [entryId]);
}

/** The first photos of each of these entries. `addedUntil`: only those that were added at this instant or before. */
export function photosOfEntries(
  db: Queryable,
  entryIds: readonly number[],
  addedUntil?: string,
): Promise<PhotoRow[]> {
  const text = `SELECT ${selectList(tables.photos, "p")} FROM unnest($1::bigint[]) AS e (id)
    CROSS JOIN LATERAL (SELECT * FROM read_models.photos WHERE entry_id = e.id AND added_at <= $2
      ORDER BY added_at, id LIMIT ${bounds.photosInLists}) p
    ORDER BY p.entry_id, p.added_at, p.id`;
  return rowsOf<PhotoRow>(db, "photos-of-entries", text, [entryIds, addedUntil ?? "infinity"]);
}
