import { columnsOf, selectList } from "../table-sql.ts";
import { tables } from "../tables.ts";
import type { EntryWithBody } from "./entries.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

const entryColumns = selectList(tables.entries, "e", columnsOf(tables.entries));

/**
 * Reads entries with their bodies: those of these ids that are active and in an active journal. The entries may belong to several
 * owners, and their order is not defined.
 */
export function searchableEntries(db: Queryable, ids: readonly number[]): Promise<EntryWithBody[]> {
  const text = `SELECT ${entryColumns}, b.body FROM read_models.entries e
    JOIN read_models.entry_bodies b ON b.entry_id = e.id
    JOIN read_models.journals j ON j.id = e.journal_id AND j.status = 'active'
    WHERE e.id = ANY ($1::int8[]) AND e.status = 'active'`;
  return rowsOf<EntryWithBody>(db, "searched-entries", text, [ids]);
}

/** The number of all entries of all people, including those in the trash. */
export async function countAllEntries(db: Queryable): Promise<number> {
  const text = "SELECT count(*) AS entries FROM read_models.entries";
  return (await rowsOf<{ entries: number }>(db, "count-all-entries", text, []))[0]?.entries ?? 0;
}

/** Ids of entries of all people that are greater than `afterId`, in ascending order; at most `limit`. */
export async function entryIdsAfter(db: Queryable, afterId: number, limit: number): Promise<number[]> {
  const text = "SELECT e.id FROM read_models.entries e WHERE e.id > $1 ORDER BY e.id LIMIT $2";
  return (await rowsOf<{ id: number }>(db, "entry-ids-after", text, [afterId, limit])).map(({ id }) => id);
}
