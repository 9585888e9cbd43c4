import { selectList } from "../table-sql.ts";
import { type TagRow, tables } from "../tables.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

/** A tag with the number of active entries that have it. */
export type CountedTag = TagRow & { totalEntries: number };
/** A tag on an entry. */
export type EntryTag = Pick<TagRow, "id" | "name"> & { entryId: number };

const columns = selectList(tables.tags, "t");

/**
 * The condition that an entry `e` has a tag, for lists that filter by one.
 *
 * @param tag the placeholder of the tag's id, such as `$3`
 */
export const taggedWith = (tag: string): string =>
  `EXISTS (SELECT FROM read_models.entry_tags g WHERE g.entry_id = e.id AND g.tag_id = ${tag})`;

/** What is closed for whoever asks: that it has a tag is withheld, and so are these entries from every count. */
export type Closed = { readonly entryIds: readonly number[]; readonly journalIds: readonly number[] };

/** For what shows no count. */
export const nothingClosed: Closed = { entryIds: [], journalIds: [] };

/** The condition that an entry `e` is open; its two values are {@link Closed}'s. */
const isOpen = (entryIds: string, journalIds: string): string =>
  `NOT e.id = ANY (${entryIds}::int8[]) AND NOT e.journal_id = ANY (${journalIds}::int8[])`;

/**
 * Counted where it is read: entries leave and enter the trash, and so do journals with all that is in them. `$1` and `$2` are
 * what is closed.
 */
const counted = (within: string): string => `(SELECT count(*) FROM read_models.entry_tags g
    JOIN read_models.entries e ON e.id = g.entry_id AND e.status = 'active'
    JOIN read_models.journals j ON j.id = e.journal_id AND j.status = 'active'
    WHERE g.tag_id = t.id AND ${isOpen("$1", "$2")}${within}) AS "totalEntries"`;

const valuesOf = ({ entryIds, journalIds }: Closed): unknown[] => [entryIds, journalIds];

/** All tags of a person, in no order; those that stand on closed entries alone too, for whom else could rename them. */
export function tagsOf(db: Queryable, userId: number, closed: Closed): Promise<CountedTag[]> {
  const text = `SELECT ${columns}, ${counted("")} FROM read_models.tags t WHERE t.user_id = $3`;
  return rowsOf<CountedTag>(db, "tags-of", text, [...valuesOf(closed), userId]);
}

/** A person's tags that active entries of a journal have which are open, counted there. */
export async function tagsOfJournal(
  db: Queryable,
  userId: number,
  journalId: number,
  closed: Closed,
): Promise<CountedTag[]> {
  const text = `SELECT ${columns}, ${counted(" AND e.journal_id = $4")} FROM read_models.tags t WHERE t.user_id = $3
    AND EXISTS (SELECT FROM read_models.entries e
      WHERE e.journal_id = $4 AND e.status = 'active' AND ${isOpen("$1", "$2")} AND ${taggedWith("t.id")})`;
  return rowsOf<CountedTag>(db, "tags-of-journal", text, [...valuesOf(closed), userId, journalId]);
}

/** One tag, whoever owns it: the caller compares `userId`. */
export function tagById(db: Queryable, id: number, closed: Closed): Promise<CountedTag | null> {
  const text = `SELECT ${columns}, ${counted("")} FROM read_models.tags t WHERE t.id = $3`;
  return rowOf<CountedTag>(db, "tag-by-id", text, [...valuesOf(closed), id]);
}

/** A person's tags by their ids, in no order; those that are gone are left out. */
export function tagsByIds(
  db: Queryable,
  userId: number,
  ids: readonly number[],
  closed: Closed,
): Promise<CountedTag[]> {
  const text = `SELECT ${columns}, ${counted("")} FROM read_models.tags t
    WHERE t.user_id = $3 AND t.id = ANY ($4::int8[])`;
  return rowsOf<CountedTag>(db, "tags-by-ids", text, [...valuesOf(closed), userId, ids]);
}

/** The tags of entries, in no order. */
export function tagsOfEntries(db: Queryable, entryIds: readonly number[]): Promise<EntryTag[]> {
  const text = `SELECT g.entry_id AS "entryId", t.id, t.name FROM read_models.entry_tags g
    JOIN read_models.tags t ON t.id = g.tag_id WHERE g.entry_id = ANY ($1::int8[])`;
  return rowsOf<EntryTag>(db, "tags-of-entries", text, [entryIds]);
}

/** The ids of all entries that have a tag, in their order after `after`; the tag itself may be gone. */
export async function entryIdsTagged(
  db: Queryable,
  tagId: number,
  after: number,
  limit: number,
): Promise<number[]> {
  const text = `SELECT g.entry_id AS id FROM read_models.entry_tags g WHERE g.tag_id = $1 AND g.entry_id > $2
    ORDER BY g.entry_id LIMIT $3`;
  const rows = await rowsOf<{ id: number }>(db, "entry-ids-tagged", text, [tagId, after, limit]);
  return rows.map(({ id }) => id);
}

/** The ids of all tags of a person. */
export async function tagIdsOf(db: Queryable, userId: number): Promise<number[]> {
  const text = "SELECT t.id FROM read_models.tags t WHERE t.user_id = $1";
  return (await rowsOf<{ id: number }>(db, "tag-ids-of", text, [userId])).map(({ id }) => id);
}

/** The names of all tags of a person, in no order, without counting anything. */
export function tagNamesOf(db: Queryable, userId: number): Promise<Pick<TagRow, "id" | "name">[]> {
  const text = `SELECT ${selectList(tables.tags, "t", ["id", "name"])} FROM read_models.tags t WHERE t.user_id = $1`;
  return rowsOf<Pick<TagRow, "id" | "name">>(db, "tag-names-of", text, [userId]);
}
