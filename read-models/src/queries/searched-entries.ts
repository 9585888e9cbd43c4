import { columnsOf, selectList } from "../table-sql.ts";
import { tables } from "../tables.ts";
import type { EntryWithBody } from "./entries.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

const entryColumns = selectList(tables.entries, "e", columnsOf(tables.entries));

/**
 * Those of these entries that can be searched for, with their bodies, in no order, whoever owns them: active ones in active
 * journals.
 */
export function searchedEntries(db: Queryable, ids: readonly number[]): Promise<EntryWithBody[]> {
  const text = `SELECT ${entryColumns}, b.body FROM read_models.entries e
    JOIN read_models.entry_bodies b ON b.entry_id = e.id
    JOIN read_models.journals j ON j.id = e.journal_id AND j.status = 'active'
    WHERE e.id = ANY ($1::int8[]) AND e.status = 'active'`;
  return rowsOf<EntryWithBody>(db, "searched-entries", text, [ids]);
}

/** How many entries there are of everybody, those in the trash among them. */
export async function countAllEntries(db: Queryable): Promise<number> {
  const text = "SELECT count(*) AS entries FROM read_models.entries";
  return (await rowsOf<{ entries: number }>(db, "count-all-entries", text, []))[0]?.entries ?? 0;
}

/** The ids of all entries of everybody, in their order after `after`. */
export async function entryIdsAfter(db: Queryable, after: number, limit: number): Promise<number[]> {
  const text = "SELECT e.id FROM read_models.entries e WHERE e.id > $1 ORDER BY e.id LIMIT $2";
  return (await rowsOf<{ id: number }>(db, "entry-ids-after", text, [after, limit])).map(({ id }) => id);
}
