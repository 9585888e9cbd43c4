import { anniversaryDays } from "@daybook/domain/looking-glass/choose-look-back";
import { columnsOf, selectList } from "../table-sql.ts";
import { type EntryRow, tables } from "../tables.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

/**
 * How many words and active entries a journal has.
 *
 * @param closedEntryIds entries with closed locks; their words are not counted
 */
export async function countWordsAndEntries(
  db: Queryable,
  journalId: number,
  closedEntryIds: readonly number[],
): Promise<{ words: number; entries: number }> {
  const text = `SELECT count(*) AS entries,
      coalesce(sum(e.word_count) FILTER (WHERE NOT e.id = ANY ($2::int8[])), 0)::bigint AS words
    FROM read_models.entries e WHERE e.journal_id = $1 AND e.status = 'active'`;
  const row = await rowOf<{ words: number; entries: number }>(db, "word-totals", text, [
    journalId,
    closedEntryIds,
  ]);
  return row ?? { words: 0, entries: 0 };
}

/** The number of active entries on each day of a year, by local dates. Days without entries are omitted. */
export async function entriesPerDay(
  db: Queryable,
  journalId: number,
  year: number,
): Promise<{ day: string; entries: number }[]> {
  const text = `SELECT e.local_date AS day, count(*) AS entries FROM read_models.entries e
    WHERE e.journal_id = $1 AND e.status = 'active' AND e.local_date BETWEEN make_date($2, 1, 1) AND make_date($2, 12, 31)
    GROUP BY e.local_date ORDER BY e.local_date`;
  return rowsOf<{ day: string; entries: number }>(db, "entries-per-day", text, [journalId, year]);
}

/**
 * Active entries of the same month and day in earlier years, the newest year first. Entries that are excluded from Looking
 * Glass are omitted. On 28 February of a year without a 29 February, the entries of 29 February are included.
 *
 * @param today `YYYY-MM-DD`
 */
export async function entriesOfThisDay(
  db: Queryable,
  journalIds: readonly number[],
  today: string,
  limit: number,
): Promise<EntryRow[]> {
  // Listing all years since the oldest entry lets the server use the index by day for each of them.
  const text = `SELECT ${selectList(tables.entries, "e", columnsOf(tables.entries))} FROM read_models.entries e
    JOIN (
      SELECT j.id, CASE WHEN d.month <> 2 OR d.day <> 29 OR (y % 4 = 0 AND (y % 100 <> 0 OR y % 400 = 0))
        THEN make_date(y, d.month, d.day) END AS day FROM unnest($1::int8[]) AS j (id),
        unnest($2::int4[], $3::int4[]) AS d (month, day),
        LATERAL (SELECT min(o.local_date) AS first FROM read_models.entries o
          WHERE o.journal_id = j.id AND o.status = 'active') oldest,
        LATERAL generate_series(extract(year FROM oldest.first)::int, $4::int - 1) AS y
    ) days ON days.id = e.journal_id AND days.day = e.local_date
    WHERE e.status = 'active' AND NOT e.excluded_from_looking_glass
    ORDER BY e.local_date DESC, e.created_at DESC, e.id DESC LIMIT $5`;
  const days = anniversaryDays(today).map((day) => day.split("-").map(Number));
  const [months, daysOfMonth] = [0, 1].map((index) => days.map((day) => day[index]));
  const year = Number(today.slice(0, 4));
  return rowsOf<EntryRow>(db, "entries-of-this-day", text, [journalIds, months, daysOfMonth, year, limit]);
}
