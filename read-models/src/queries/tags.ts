import { selectList } from "../table-sql.ts";
import { type TagRow, tables } from "../tables.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

/** A tag with the number of its active entries in active journals, without those behind closed locks. */
export type CountedTag = TagRow & { totalEntries: number };
/** A tag of an entry. */
export type EntryTag = Pick<TagRow, "id" | "name"> & { entryId: number };

const columns = selectList(tables.tags, "t");

/**
 * The SQL condition that an entry `e` has a tag.
 *
 * @param tag the placeholder of the tag's id, such as `$3`
 */
export const taggedWith = (tag: string): string =>
  `EXISTS (SELECT FROM read_models.entry_tags g WHERE g.entry_id = e.id AND g.tag_id = ${tag})`;

/** Entries and journals whose locks are closed for the caller. These entries, and the entries of these journals, are not counted. */
export type ClosedContent = { readonly entryIds: readonly number[]; readonly journalIds: readonly number[] };

/** Excludes nothing, so the counts include entries behind closed locks. Only for callers that do not show counts. */
export const noClosedContent: ClosedContent = { entryIds: [], journalIds: [] };

/** The SQL condition that an entry `e` is not in the {@link ClosedContent}. The parameters are the placeholders of its two lists. */
const isOpen = (entryIds: string, journalIds: string): string =>
  `NOT e.id = ANY (${entryIds}::int8[]) AND NOT e.journal_id = ANY (${journalIds}::int8[])`;

/**
 * The column that counts a tag's entries. The counts are not stored, because one journal that goes to the trash changes the counts of
 * many tags. `$1` and `$2` are the closed entries and journals.
 */
const countColumn = (condition: string): string => `(SELECT count(*) FROM read_models.entry_tags g
    JOIN read_models.entries e ON e.id = g.entry_id AND e.status = 'active'
    JOIN read_models.journals j ON j.id = e.journal_id AND j.status = 'active'
    WHERE g.tag_id = t.id AND ${isOpen("$1", "$2")}${condition}) AS "totalEntries"`;

const valuesOf = ({ entryIds, journalIds }: ClosedContent): unknown[] => [entryIds, journalIds];

/** All tags of a person, unordered. Includes tags that only closed entries have, so that they can be renamed. */
export function tagsOfUser(
  db: Queryable,
  userId: number,
  closedContent: ClosedContent,
): Promise<CountedTag[]> {
  const text = `SELECT ${columns}, ${countColumn("")} FROM read_models.tags t WHERE t.user_id = $3`;
  return rowsOf<CountedTag>(db, "tags-of", text, [...valuesOf(closedContent), userId]);
}

/** The tags of a journal's active open entries, with counts in that journal. */
export async function tagsOfJournal(
  db: Queryable,
  userId: number,
  journalId: number,
  closedContent: ClosedContent,
): Promise<CountedTag[]> {
  const text = `SELECT ${columns}, ${countColumn(" AND e.journal_id = $4")} FROM read_models.tags t WHERE t.user_id = $3
    AND EXISTS (SELECT FROM read_models.entries e
      WHERE e.journal_id = $4 AND e.status = 'active' AND ${isOpen("$1", "$2")} AND ${taggedWith("t.id")})`;
  return rowsOf<CountedTag>(db, "tags-of-journal", text, [...valuesOf(closedContent), userId, journalId]);
}

/** A tag of any owner. The caller must check `userId`. */
export function tagById(db: Queryable, id: number, closedContent: ClosedContent): Promise<CountedTag | null> {
  const text = `SELECT ${columns}, ${countColumn("")} FROM read_models.tags t WHERE t.id = $3`;
  return rowOf<CountedTag>(db, "tag-by-id", text, [...valuesOf(closedContent), id]);
}

/** A person's tags by their ids, unordered. Missing ones are omitted. */
export function tagsByIds(
  db: Queryable,
  userId: number,
  ids: readonly number[],
  closedContent: ClosedContent,
): Promise<CountedTag[]> {
  const text = `SELECT ${columns}, ${countColumn("")} FROM read_models.tags t
    WHERE t.user_id = $3 AND t.id = ANY ($4::int8[])`;
  return rowsOf<CountedTag>(db, "tags-by-ids", text, [...valuesOf(closedContent), userId, ids]);
}

/** The tags of entries, unordered. */
export function tagsOfEntries(db: Queryable, entryIds: readonly number[]): Promise<EntryTag[]> {
  const text = `SELECT g.entry_id AS "entryId", t.id, t.name FROM read_models.entry_tags g
    JOIN read_models.tags t ON t.id = g.tag_id WHERE g.entry_id = ANY ($1::int8[])`;
  return rowsOf<EntryTag>(db, "tags-of-entries", text, [entryIds]);
}

/**
 * Up to `limit` ids of entries with a tag in ascending order, greater than `afterId`. Includes entries in the trash. Also works for
 * an erased or merged tag.
 */
export async function entryIdsTagged(
  db: Queryable,
  tagId: number,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const text = `SELECT g.entry_id AS id FROM read_models.entry_tags g WHERE g.tag_id = $1 AND g.entry_id > $2
    ORDER BY g.entry_id LIMIT $3`;
  const rows = await rowsOf<{ id: number }>(db, "entry-ids-tagged", text, [tagId, afterId, limit]);
  return rows.map(({ id }) => id);
}

/** The ids of all tags of a person. */
export async function tagIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const text = "SELECT t.id FROM read_models.tags t WHERE t.user_id = $1";
  return (await rowsOf<{ id: number }>(db, "tag-ids-of", text, [userId])).map(({ id }) => id);
}

/** The names of all tags of a person, unordered, without counts. */
export function tagNamesOfUser(db: Queryable, userId: number): Promise<Pick<TagRow, "id" | "name">[]> {
  const text = `SELECT ${selectList(tables.tags, "t", ["id", "name"])} FROM read_models.tags t WHERE t.user_id = $1`;
  return rowsOf<Pick<TagRow, "id" | "name">>(db, "tag-names-of", text, [userId]);
}
