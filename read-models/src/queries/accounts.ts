import { selectList } from "../table-sql.ts";
import { type AccountRow, type AccountSessionRow, tables } from "../tables.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

const accountColumns = selectList(tables.accounts, "a");
const sessionColumns = selectList(tables.accountSessions, "s");

/** An account; its names and address are sealed. */
export function accountById(db: Queryable, id: number): Promise<AccountRow | null> {
  const text = `SELECT ${accountColumns} FROM read_models.accounts a WHERE a.id = $1`;
  return rowOf<AccountRow>(db, "account-by-id", text, [id]);
}

/** The sessions of an account that have not ended, newest first. */
export function openSessionsOf(db: Queryable, userId: number): Promise<AccountSessionRow[]> {
  const text = `SELECT ${sessionColumns} FROM read_models.account_sessions s
    WHERE s.user_id = $1 AND s.ended_at IS NULL ORDER BY s.started_at DESC, s.session_id DESC`;
  return rowsOf<AccountSessionRow>(db, "open-sessions-of", text, [userId]);
}

/** How many entries a person has in active journals, the trash left out. */
export async function entryCount(db: Queryable, userId: number): Promise<number> {
  const text = `SELECT coalesce(sum(c.active), 0)::bigint AS entries FROM read_models.journals j
    JOIN read_models.journal_counts c ON c.journal_id = j.id WHERE j.user_id = $1 AND j.status = 'active'`;
  const row = await rowOf<{ entries: number }>(db, "entry-count", text, [userId]);
  return row?.entries ?? 0;
}
