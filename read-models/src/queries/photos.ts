import { selectList } from "../table-sql.ts";
import { type PhotoRow, tables } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** An entry's photos in the order in which they were added. The caller must check access to the entry. */
export function photosOf(db: Queryable, entryId: number): Promise<PhotoRow[]> {
  const text = `SELECT ${selectList(tables.photos, "p")} FROM read_models.photos p
    WHERE p.entry_id = $1 ORDER BY p.added_at, p.id`;
  return rowsOf<PhotoRow>(db, "photos-of", text, [entryId]);
}
