import type { EntryRow } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** Which entries of a journal a bulk call selects. */
export type EntrySelection = "active" | "trashed" | "starred" | "any";

const selectionConditions: Record<EntrySelection, string> = {
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

/** The ids of a journal's selected entries. With `inJournalAt`, only entries that were also in the journal at that instant. */
export function entryIdsOfSelection(
  db: Queryable,
  journalId: number,
  selection: EntrySelection,
  inJournalAt?: string,
): Promise<number[]> {
  const selectIds = `SELECT e.id FROM read_models.entries e WHERE e.journal_id = $1 AND ${selectionConditions[selection]}`;
  if (inJournalAt === undefined)
    return idsOf(db, `all-entry-ids-${selection}`, `${selectIds} ORDER BY e.id`, [journalId]);
  const text = `${selectIds} AND e.journal_id = (
      SELECT s.journal_id FROM read_models.entry_states s WHERE s.entry_id = e.id AND s.at <= $2
      ORDER BY s.ordinal DESC LIMIT 1)
    ORDER BY e.id`;
  return idsOf(db, `all-entry-ids-${selection}-in-journal-at`, text, [journalId, inJournalAt]);
}

/** The ids of all entries of these journals, trashed entries too, oldest first. */
export const entryIdsOfJournals = (db: Queryable, journalIds: readonly number[]): Promise<number[]> =>
  idsOf(
    db,
    "entry-ids-of-journals",
    "SELECT e.id FROM read_models.entries e WHERE e.journal_id = ANY ($1::bigint[]) ORDER BY e.created_at, e.id",
    [journalIds],
  );

/** Filters ids: returns those of this person's entries in this journal, including entries in the trash. */
export function filterEntryIdsOfJournal(
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
 * Entries of all people that were trashed at `latestTrashedAt` or before, the oldest first. Entries of trashed journals are
 * omitted, because they are erased or restored with their journal.
 */
export function entriesTrashedUntil(
  db: Queryable,
  latestTrashedAt: string,
  limit: number,
): Promise<Pick<EntryRow, "id" | "userId">[]> {
  const text = `SELECT e.id, e.user_id AS "userId" FROM read_models.entries e
    JOIN read_models.journals j ON j.id = e.journal_id AND j.status = 'active'
    WHERE e.trashed_at <= $1 ORDER BY e.trashed_at, e.id LIMIT $2`;
  return rowsOf<Pick<EntryRow, "id" | "userId">>(db, "entries-trashed-until", text, [latestTrashedAt, limit]);
}
