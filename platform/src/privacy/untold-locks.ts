import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { LockType } from "./lock-facts.ts";

/** A lock that was set or taken off in the vault, and that the log may not tell of yet. */
export type UntoldLock = {
  readonly stream: string;
  readonly userId: number;
  /** Of this very change. */
  readonly mark: string;
  /** ISO-8601. */
  readonly at: string;
  /** Who took a lock off; `null`: one was set. */
  readonly removedBy: "owner" | "link" | null;
  /** What stands there now; `null`: no lock. */
  readonly lock: {
    readonly type: LockType;
    readonly hint: string;
    readonly remember: boolean;
    readonly auto: boolean;
    readonly act: string;
  } | null;
};

/** So long, in milliseconds, the process that changed a lock may take to tell of it. */
const patience = 10_000;

/** Notes a change, in the transaction that makes it. */
export async function noteUntold(
  client: pg.PoolClient,
  clock: Clock,
  change: Pick<UntoldLock, "stream" | "userId" | "mark" | "removedBy">,
): Promise<void> {
  const { stream, userId, mark, removedBy } = change;
  await client.query(
    `INSERT INTO vault.untold_locks (stream, user_id, mark, removed_by, noted_at)
     VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
     ON CONFLICT (stream) DO UPDATE SET mark = excluded.mark, removed_by = excluded.removed_by,
       noted_at = excluded.noted_at`,
    [stream, userId, mark, removedBy, clock.now()],
  );
}

/**
 * What a crash between the vault and the log left. The gate holds from the vault on, but whatever follows the log (the search
 * index above all, which has the text until it is told) would never hear of it.
 */
export function createUntoldLocks({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  return {
    /** The log has it now. A later change of the same lock stays noted. */
    async told(stream: string, mark: string): Promise<void> {
      await pool.query("DELETE FROM vault.untold_locks WHERE stream = $1 AND mark = $2", [stream, mark]);
    },

    /** Changes that nobody seems to be about to tell of. */
    async untold(): Promise<UntoldLock[]> {
      const { rows } = await pool.query<UntoldLock>(
        `SELECT u.stream, u.user_id AS "userId", u.mark, u.removed_by AS "removedBy",
           to_char(u.noted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
           CASE WHEN l.stream IS NOT NULL THEN json_build_object('type', l.type, 'hint', l.hint,
             'remember', l.remember, 'auto', l.auto, 'act', l.act) END AS lock
         FROM vault.untold_locks u LEFT JOIN vault.locks l ON l.stream = u.stream
         WHERE u.noted_at <= to_timestamp($1::float8 / 1000) ORDER BY u.noted_at`,
        [clock.now() - patience],
      );
      return rows;
    },
  };
}
