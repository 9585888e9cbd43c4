import type { LookBackCandidate } from "@daybook/domain/looking-glass/choose-look-back";
import { selectList } from "../table-sql.ts";
import { tables } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** An account whose next look-back must be planned, planned again or removed. */
export type AccountToPlan = {
  readonly userId: number;
  readonly timezone: string;
  /** Whether it gets look-backs. */
  readonly lookingGlass: boolean;
  /** The date of the planned look-back; `null` when none is planned. */
  readonly plannedDate: string | null;
};

/**
 * Accounts that have no planned look-back and need one, that no longer need theirs, or whose time zone has changed since it was
 * planned.
 */
export function accountsToPlan(db: Queryable, limit: number): Promise<AccountToPlan[]> {
  const text = `SELECT ${selectList(tables.accounts, "a", ["timezone", "lookingGlass"])}, a.id AS "userId",
      s.local_date AS "plannedDate"
    FROM read_models.accounts a LEFT JOIN looking_glass.schedule s ON s.user_id = a.id
    WHERE (a.looking_glass AND s.user_id IS NULL AND EXISTS (SELECT FROM vault.credentials c WHERE c.user_id = a.id))
      OR (NOT a.looking_glass AND s.user_id IS NOT NULL)
      OR a.timezone <> s.timezone
    ORDER BY a.id LIMIT $1`;
  return rowsOf<AccountToPlan>(db, "accounts-to-plan", text, [limit]);
}

/** Which entries a look-back may show. */
export type LookBackScope = {
  readonly userId: number;
  /** Journals without a lock, with Looking Glass on. */
  readonly journalIds: readonly number[];
  /** Entries with their own lock; a look-back never shows these. */
  readonly lockedEntryIds: readonly number[];
  /** The newest date that an entry may have, `YYYY-MM-DD`. */
  readonly newestDate: string;
};

/** The entries that a look-back may show, with the day and round in which each was last shown. In one round each entry is shown once. */
export function lookBackCandidates(
  db: Queryable,
  { userId, journalIds, lockedEntryIds, newestDate }: LookBackScope,
): Promise<LookBackCandidate[]> {
  const text = `SELECT e.id AS "entryId", e.local_date AS "localDate", s.shown_on AS "shownOn",
      coalesce(s.round, 0) AS round
    FROM read_models.entries e
    LEFT JOIN looking_glass.shown s ON s.user_id = $1 AND s.entry_id = e.id
    WHERE e.journal_id = ANY ($2::int8[]) AND e.status = 'active' AND NOT e.excluded_from_looking_glass
      AND NOT e.id = ANY ($3::int8[]) AND e.local_date <= $4::date`;
  return rowsOf<LookBackCandidate>(db, "look-back-candidates", text, [
    userId,
    journalIds,
    lockedEntryIds,
    newestDate,
  ]);
}

/** The ids of the entries that a user was shown as look-backs on a day. */
export async function entryIdsShownOn(db: Queryable, userId: number, date: string): Promise<number[]> {
  const text = `SELECT s.entry_id AS "entryId" FROM looking_glass.shown s
    WHERE s.user_id = $1 AND s.shown_on = $2::date ORDER BY s.entry_id`;
  const rows = await rowsOf<{ entryId: number }>(db, "entries-shown-on", text, [userId, date]);
  return rows.map(({ entryId }) => entryId);
}
