import { daysOfGrace } from "@daybook/domain/account/tier";
import { selectList } from "../table-sql.ts";
import { type JournalRow, tables } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/** A journal with its counts. */
export type JournalSummary = JournalRow & {
  /** The number of the journal among all journals of its owner, also trashed and hidden ones, by creation time. Counts from 1. */
  position: number;
  activeEntries: number;
  trashedEntries: number;
  /** When an entry in it last changed. */
  lastUpdate: string | null;
  /** The active entry with the newest date. */
  lastEntryId: number | null;
  /** True when a projection has parked events of the journal: the row is out of date until an operator replays them. */
  isParked: boolean;
  /** True while the owner has a paid tier. Paid covers and settings depend on it. */
  isPaid: boolean;
  /** True when Looking Glass is on for the journal and for its owner's account. */
  isInLookingGlass: boolean;
};

const graceInterval = `interval '${daysOfGrace * 24} hours'`;

/** True when the owner of the journal `j` has a paid tier at `$1` (ISO-8601), as `tierAt` of the domain says. */
const hasPaidOwner = `EXISTS (SELECT FROM read_models.accounts a WHERE a.id = j.user_id AND a.membership_level IS NOT NULL
      AND (a.membership_expires_at IS NULL
        OR a.membership_expires_at + CASE WHEN a.auto_renew THEN ${graceInterval} ELSE '0' END > $1))`;

/** Selects journals with their counts. `$1` is the time (ISO-8601) at which `hasPaidOwner` looks at the membership. */
const summary = `SELECT ${selectList(tables.journals, "j")},
    (SELECT count(*) FROM read_models.journals o
      WHERE o.user_id = j.user_id AND (o.created_at, o.id) <= (j.created_at, j.id)) AS position,
    coalesce(c.active, 0) AS "activeEntries",
    coalesce(c.trashed, 0) AS "trashedEntries",
    c.last_update AS "lastUpdate",
    (SELECT e.id FROM read_models.entries e WHERE e.journal_id = j.id AND e.status = 'active'
      ORDER BY e.created_at DESC, e.id DESC LIMIT 1) AS "lastEntryId",
    EXISTS (SELECT FROM read_models.parked_events p WHERE p.stream = 'journal-' || j.id) AS "isParked",
    ${hasPaidOwner} AS "isPaid",
    j.looking_glass AND coalesce((SELECT a.looking_glass FROM read_models.accounts a WHERE a.id = j.user_id), true)
      AS "isInLookingGlass"
  FROM read_models.journals j LEFT JOIN read_models.journal_counts c ON c.journal_id = j.id`;

/** A person's journals by creation time. */
export function journalsOfUser(
  db: Queryable,
  userId: number,
  view: "active" | "trashed",
  at: string,
): Promise<JournalSummary[]> {
  const text = `${summary} WHERE j.user_id = $2 AND j.status = $3 ORDER BY j.created_at, j.id`;
  return rowsOf<JournalSummary>(db, "journals-of", text, [at, userId, view]);
}

/** Journals of any owner, in the order of `ids`; `null` for a missing one. The caller must check `userId`. */
export async function journalsByIds(
  db: Queryable,
  ids: readonly number[],
  at: string,
): Promise<(JournalSummary | null)[]> {
  const text = `${summary} WHERE j.id = ANY ($2::int8[])`;
  const rows = await rowsOf<JournalSummary>(db, "journals-by-id", text, [at, [...new Set(ids)]]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** Journals of all people that were trashed at `latestTrashedAt` or before, the earliest trashed first. */
export function journalsTrashedUntil(
  db: Queryable,
  latestTrashedAt: string,
  limit: number,
): Promise<Pick<JournalRow, "id" | "userId">[]> {
  const text = `SELECT ${selectList(tables.journals, "j", ["id", "userId"])} FROM read_models.journals j
    WHERE j.trashed_at <= $1 ORDER BY j.trashed_at, j.id LIMIT $2`;
  return rowsOf<Pick<JournalRow, "id" | "userId">>(db, "journals-trashed-until", text, [
    latestTrashedAt,
    limit,
  ]);
}

/** The ids of journals that have entries but no row: either the journal is erased, or one read model is ahead of the other. */
export async function journalIdsWithoutRow(db: Queryable): Promise<number[]> {
  const text = `SELECT c.journal_id AS id FROM read_models.journal_counts c
    WHERE c.active + c.trashed > 0 AND NOT EXISTS (SELECT FROM read_models.journals j WHERE j.id = c.journal_id)`;
  return (await rowsOf<{ id: number }>(db, "journal-ids-without-row", text, [])).map(({ id }) => id);
}

/** The ids of all journals of a person, also trashed and hidden ones. */
export async function journalIdsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const text = "SELECT j.id FROM read_models.journals j WHERE j.user_id = $1";
  return (await rowsOf<{ id: number }>(db, "journal-ids-of", text, [userId])).map(({ id }) => id);
}

/** The ids of people who have journals or tags but no account row: either the person is erased, or one read model is ahead of the other. */
export async function ownerIdsWithoutAccount(db: Queryable): Promise<number[]> {
  const text = `SELECT o.id FROM
      (SELECT user_id AS id FROM read_models.journals UNION SELECT user_id AS id FROM read_models.tags) o
    WHERE NOT EXISTS (SELECT FROM read_models.accounts a WHERE a.id = o.id)`;
  return (await rowsOf<{ id: number }>(db, "owners-without-account", text, [])).map(({ id }) => id);
}

/** The ids of the journals of a person that a downgrade has hidden. */
export async function hiddenJournalIds(db: Queryable, userId: number): Promise<number[]> {
  const text =
    "SELECT j.id FROM read_models.journals j WHERE j.user_id = $1 AND j.status = 'hidden' ORDER BY j.id";
  return (await rowsOf<{ id: number }>(db, "hidden-journal-ids-of", text, [userId])).map(({ id }) => id);
}

/** Hidden journals of all people that should be shown again: the owner has a paid tier, or the journal has entries. At most 100. */
export function hiddenJournalsToShow(
  db: Queryable,
  at: string,
): Promise<Pick<JournalRow, "id" | "userId">[]> {
  const text = `SELECT ${selectList(tables.journals, "j", ["id", "userId"])} FROM read_models.journals j
    WHERE j.status = 'hidden' AND (
      EXISTS (SELECT FROM read_models.entries e WHERE e.journal_id = j.id)
      OR ${hasPaidOwner})
    ORDER BY j.id LIMIT 100`;
  return rowsOf<Pick<JournalRow, "id" | "userId">>(db, "hidden-journals-to-show", text, [at]);
}
