import { selectList } from "../table-sql.ts";
import { type JournalRow, tables } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** A journal with what is counted in it. */
export type JournalSummary = JournalRow & {
  /** Its place among all journals of its owner in the order of their making, from 1; trashed ones keep theirs. */
  position: number;
  activeEntries: number;
  trashedEntries: number;
  /** When anything in it last changed. */
  lastUpdate: string | null;
  /** The newest active entry by date. */
  lastEntryId: number | null;
  /** True when a projection could not follow it: what stands here is out of date until an operator replays it. */
  parked: boolean;
};

const summary = `SELECT ${selectList(tables.journals, "j")},
    (SELECT count(*) FROM read_models.journals o
      WHERE o.user_id = j.user_id AND (o.created_at, o.id) <= (j.created_at, j.id)) AS position,
    coalesce(c.active, 0) AS "activeEntries",
    coalesce(c.trashed, 0) AS "trashedEntries",
    c.last_update AS "lastUpdate",
    (SELECT e.id FROM read_models.entries e WHERE e.journal_id = j.id AND e.status = 'active'
      ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS "lastEntryId",
    EXISTS (SELECT FROM read_models.parked_events p WHERE p.stream = 'journal-' || j.id) AS parked
  FROM read_models.journals j LEFT JOIN read_models.journal_counts c ON c.journal_id = j.id`;

/** A person's journals in the order of their making. */
export function journalsOf(
  db: Queryable,
  userId: number,
  view: "active" | "trashed",
): Promise<JournalSummary[]> {
  const text = `${summary} WHERE j.user_id = $1 AND j.status = $2 ORDER BY j.created_at, j.id`;
  return rowsOf<JournalSummary>(db, "journals-of", text, [userId, view]);
}

/** Journals in the order of their ids as given, whoever owns them: the caller compares `userId`. */
export async function journalsById(
  db: Queryable,
  ids: readonly number[],
): Promise<(JournalSummary | null)[]> {
  const text = `${summary} WHERE j.id = ANY ($1::int8[])`;
  const found = await rowsOf<JournalSummary>(db, "journals-by-id", text, [[...new Set(ids)]]);
  const byId = new Map(found.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}
