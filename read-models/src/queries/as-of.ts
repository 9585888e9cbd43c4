import { isRejection, type Rejection } from "@daybook/domain/kernel/rejection";
import type { EntryRow, EntryStateRow, EntryVersionRow } from "../tables.ts";
import { readCursor, writeCursor } from "./entry-cursor.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** The past state of an entry, sealed. `currentJournalId` is the journal that the entry is in now. The lock of that journal applies. */
export type PastEntry = Pick<
  EntryRow,
  "id" | "userId" | "promptId" | "padThemeId" | "pageThemeId" | "originalSettings"
> &
  Pick<EntryStateRow, "journalId" | "status" | "starred" | "createdAt" | "localDate" | "timezone"> &
  Pick<EntryVersionRow, "title" | "excerpt" | "wordCount"> & {
    currentJournalId: number;
    modifiedAt: string;
    revision: number;
    trashedAt: null;
  };

/**
 * The SQL condition that a row `s` is the entry's last state at a moment. The subquery runs for each candidate row, so that PostgreSQL
 * reads a page in index order and then stops. An anti-join would read the whole history.
 *
 * @param at the SQL parameter with the moment, such as `$2`
 */
const isStateAt = (at: string): string => `s.at <= ${at} AND s.ordinal = (
      SELECT n.ordinal FROM read_models.entry_states n WHERE n.entry_id = s.entry_id AND n.at <= ${at}
      ORDER BY n.ordinal DESC LIMIT 1)`;

/** A page of a journal's active entries at a past moment, by date and id. Rejects an invalid cursor. */
export async function entriesAsOf(
  db: Queryable,
  listing: {
    journalId: number;
    at: string;
    dir: "asc" | "desc";
    limit: number;
    page?: number | undefined;
    cursor?: string | undefined;
  },
): Promise<{ entries: PastEntry[]; nextCursor: string | null } | Rejection> {
  const { journalId, at, dir, limit, page = 1 } = listing;
  const cursor = listing.cursor === undefined ? null : readCursor(listing.cursor, "created");
  if (isRejection(cursor)) return cursor;
  const values: unknown[] = [journalId, at, limit + 1];
  const addParameter = (value: unknown): string => `$${values.push(value)}`;
  const comparison = dir === "asc" ? ">" : "<";
  const cursorCondition = cursor
    ? `AND (s.created_at, s.entry_id) ${comparison} (${addParameter(cursor.at)}, ${addParameter(cursor.id)})`
    : "";
  const offset = cursor || page === 1 ? "" : `OFFSET ${addParameter((page - 1) * limit)}`;
  const text = `
    WITH past_states AS (
      SELECT s.* FROM read_models.entry_states s
      WHERE s.journal_id = $1 AND s.status = 'active' AND ${isStateAt("$2")} ${cursorCondition}
      ORDER BY s.created_at ${dir}, s.entry_id ${dir} LIMIT $3 ${offset}
    )
    SELECT e.id, e.user_id AS "userId", e.prompt_id AS "promptId", e.pad_theme_id AS "padThemeId",
      e.page_theme_id AS "pageThemeId", e.original_settings AS "originalSettings", e.journal_id AS "currentJournalId", s.journal_id AS "journalId", s.status,
      s.starred, s.created_at AS "createdAt", s.local_date AS "localDate", s.timezone, v.title, v.excerpt,
      v.word_count AS "wordCount", v.created_at AS "modifiedAt", NULL AS "trashedAt",
      (SELECT count(*) FROM read_models.entry_versions o
        WHERE o.entry_id = v.entry_id AND o.ordinal <= v.ordinal)::integer AS revision
    FROM past_states s JOIN read_models.entries e ON e.id = s.entry_id
    CROSS JOIN LATERAL (
      SELECT * FROM read_models.entry_versions v WHERE v.entry_id = s.entry_id AND v.created_at <= $2
      ORDER BY v.ordinal DESC LIMIT 1
    ) v
    ORDER BY s.created_at ${dir}, s.entry_id ${dir}`;
  const name = ["entries-as-of", dir, cursor && "cursor", offset && "page"].filter(Boolean).join("-");
  const rows = await rowsOf<PastEntry>(db, name, text, values);
  const entries = rows.slice(0, limit);
  const lastEntry = rows.length > limit ? entries.at(-1) : undefined;
  const nextCursor = lastEntry
    ? writeCursor({ order: "created", at: lastEntry.createdAt, id: lastEntry.id })
    : null;
  return { entries, nextCursor };
}

/** How many active entries a journal had at a past moment. Stops counting at `maximum`. */
export async function countEntriesAsOf(
  db: Queryable,
  journalId: number,
  at: string,
  maximum = 10_000,
): Promise<number> {
  const text = `SELECT count(*) AS entries FROM (
    SELECT FROM read_models.entry_states s
    WHERE s.journal_id = $1 AND s.status = 'active' AND ${isStateAt("$2")} LIMIT $3) AS counted`;
  const [row] = await rowsOf<{ entries: number }>(db, "count-as-of", text, [journalId, at, maximum]);
  return row?.entries ?? 0;
}

/** A trashed entry, with its journal. */
export type TrashedEntry = Pick<EntryRow, "id" | "journalId">;

/** The entries that a journal had at a past moment and that are in the trash now, in any journal. */
export function entriesTrashedSince(
  db: Queryable,
  userId: number,
  journalId: number,
  at: string,
): Promise<TrashedEntry[]> {
  const text = `SELECT e.id, e.journal_id AS "journalId"
    FROM read_models.entry_states s JOIN read_models.entries e ON e.id = s.entry_id
    WHERE s.journal_id = $1 AND s.status = 'active' AND ${isStateAt("$2")} AND e.user_id = $3 AND e.status = 'trashed'
    ORDER BY e.id`;
  return rowsOf<TrashedEntry>(db, "entries-trashed-since", text, [journalId, at, userId]);
}
