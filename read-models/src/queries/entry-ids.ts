import type { EntryRow } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** Which of a journal's entries are meant by "all". */
export type WhichEntries = "active" | "trashed" | "starred" | "any";

const which: Record<WhichEntries, string> = {
  active: "e.status = 'active'",
  trashed: "e.status = 'trashed'",
  starred: "e.starred AND e.status = 'active'",
  any: "TRUE",
};

const idsOf = async (
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<number[]> => (await rowsOf<{ id: number }>(db, name, text, values)).map(({ id }) => id);

/** The ids of all entries of a journal; with `since`, of those that were in it at that instant already. */
export function allEntryIds(
  db: Queryable,
  journalId: number,
  of: WhichEntries,
  since?: string,
): Promise<number[]> {
  const there = `SELECT e.id FROM read_models.entries e WHERE e.journal_id = $1 AND ${which[of]}`;
  if (since === undefined) return idsOf(db, `all-entry-ids-${of}`, `${there} ORDER BY e.id`, [journalId]);
  const text = `${there} AND e.journal_id = (
      SELECT s.journal_id FROM read_models.entry_states s WHERE s.entry_id = e.id AND s.at <= $2
      ORDER BY s.ordinal DESC LIMIT 1)
    ORDER BY e.id`;
  return idsOf(db, `all-entry-ids-${of}-since`, text, [journalId, since]);
}

/** Those of these ids that are entries of this journal and person. */
export function knownEntryIds(
  db: Queryable,
  userId: number,
  journalId: number,
  ids: readonly number[],
): Promise<number[]> {
  const text = `SELECT e.id FROM read_models.entries e
    WHERE e.id = ANY ($1::bigint[]) AND e.journal_id = $2 AND e.user_id = $3`;
  return idsOf(db, "known-entry-ids", text, [ids, journalId, userId]);
}

/**
 * Entries that are in the trash since that moment or longer, whoever owns them, with those that wait longest first. Those in
 * a trashed journal go or come back with it.
 */
export function entriesTrashedUntil(
  db: Queryable,
  until: string,
  limit: number,
): Promise<Pick<EntryRow, "id" | "userId">[]> {
  const text = `SELECT e.id, e.user_id AS "userId" FROM read_models.entries e
    JOIN read_models.journals j ON j.id = e.journal_id AND j.status = 'active'
    WHERE e.trashed_at <= $1 ORDER BY e.trashed_at, e.id LIMIT $2`;
  return rowsOf<Pick<EntryRow, "id" | "userId">>(db, "entries-trashed-until", text, [until, limit]);
}
