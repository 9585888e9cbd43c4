import { selectList } from "../table-sql.ts";
import { type AccountActivityRow, type AccountRow, tables } from "../tables.ts";
import { type Queryable, rowOf, rowsOf } from "./queryable.ts";

const accountColumns = selectList(tables.accounts, "a");
const activityColumns = selectList(tables.accountActivities, "v");

/** An account. Its names and addresses are sealed. */
export function accountById(db: Queryable, id: number): Promise<AccountRow | null> {
  const text = `SELECT ${accountColumns} FROM read_models.accounts a WHERE a.id = $1`;
  return rowOf<AccountRow>(db, "account-by-id", text, [id]);
}

/** The accounts with these ids, in the order of the ids; `null` for an id without an account. */
export async function accountsByIds(db: Queryable, ids: readonly number[]): Promise<(AccountRow | null)[]> {
  const text = `SELECT ${accountColumns} FROM read_models.accounts a WHERE a.id = ANY ($1::int8[])`;
  const rows = await rowsOf<AccountRow>(db, "accounts-by-id", text, [[...new Set(ids)]]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** A page of an account's activity list, newest first. @param page from 1 */
export async function activitiesOfUser(
  db: Queryable,
  userId: number,
  page: number,
  pageSize: number,
): Promise<{ total: number; rows: AccountActivityRow[] }> {
  const text = `SELECT ${activityColumns} FROM read_models.account_activities v
    WHERE v.user_id = $1 ORDER BY v.id DESC LIMIT $2 OFFSET $3`;
  const count = "SELECT count(*)::bigint AS total FROM read_models.account_activities WHERE user_id = $1";
  const [rows, countRow] = await Promise.all([
    rowsOf<AccountActivityRow>(db, "activities-of", text, [userId, pageSize, (page - 1) * pageSize]),
    rowOf<{ total: number }>(db, "activity-count", count, [userId]),
  ]);
  return { total: countRow?.total ?? 0, rows };
}

/** The log-ins that started these sessions. A session that a refresh opened has none. */
export function loginsOfSessions(
  db: Queryable,
  userId: number,
  sessionIds: readonly number[],
): Promise<AccountActivityRow[]> {
  const text = `SELECT ${activityColumns} FROM read_models.account_activities v
    WHERE v.user_id = $1 AND v.session_id = ANY ($2::int8[])`;
  return rowsOf<AccountActivityRow>(db, "logins-of", text, [userId, sessionIds]);
}

/** How many active entries a person has in active journals. */
export async function countEntriesOfUser(db: Queryable, userId: number): Promise<number> {
  const text = `SELECT coalesce(sum(c.active), 0)::bigint AS entries FROM read_models.journals j
    JOIN read_models.journal_counts c ON c.journal_id = j.id WHERE j.user_id = $1 AND j.status = 'active'`;
  const row = await rowOf<{ entries: number }>(db, "entry-count", text, [userId]);
  return row?.entries ?? 0;
}
