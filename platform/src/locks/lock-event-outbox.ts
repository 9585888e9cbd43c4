import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { LockType } from "@daybook/domain/contract/lock-types";

/** A change of a lock in the vault that may be missing in the log. */
export type PendingLockEvent = {
  readonly stream: string;
  readonly userId: number;
  /** Identifies this one change of the lock. */
  readonly changeId: string;
  /** ISO-8601. */
  readonly at: string;
  /** Who removed a lock; `null` when one was set. */
  readonly removedBy: "owner" | "link" | null;
  /** The lock as it is now; `null` when there is none. */
  readonly lock: {
    readonly type: LockType;
    readonly hint: string;
    readonly remember: boolean;
    readonly auto: boolean;
    readonly commandId: string;
  } | null;
};

/** How long the process that changed a lock may take to record it in the log. */
const publishTimeoutMs = 10_000;

/** Stores a pending change, in the transaction that changes the lock. The row replaces an older pending change of the same lock. */
export async function notePendingLockEvent(
  client: pg.PoolClient,
  clock: Clock,
  change: Pick<PendingLockEvent, "stream" | "userId" | "changeId" | "removedBy">,
): Promise<void> {
  const { stream, userId, changeId, removedBy } = change;
  await client.query(
    `INSERT INTO vault.untold_locks (stream, user_id, mark, removed_by, noted_at)
     VALUES ($1, $2, $3, $4, to_timestamp($5::float8 / 1000))
     ON CONFLICT (stream) DO UPDATE SET mark = excluded.mark, removed_by = excluded.removed_by,
       noted_at = excluded.noted_at`,
    [stream, userId, changeId, removedBy, clock.now()],
  );
}

/**
 * Finds lock changes whose event may be missing in the log because of a crash. Access checks use the vault, but the search
 * index follows the log: without the event of a new lock, the index would keep the locked text.
 *
 * The pending changes are rows of the table `vault.untold_locks`. Its column `mark` has the `changeId`. The column `act` of `vault.locks`
 * has the id of the command that set the lock.
 */
export function createLockEventOutbox({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  return {
    /** Records that the log has the change. A later change of the same lock stays pending. */
    async markPublished(stream: string, changeId: string): Promise<void> {
      await pool.query("DELETE FROM vault.untold_locks WHERE stream = $1 AND mark = $2", [stream, changeId]);
    },

    /** Finds the pending changes that are older than {@link publishTimeoutMs}. No running command is likely to be recording them. */
    async findPendingLockEvents(): Promise<PendingLockEvent[]> {
      const { rows } = await pool.query<PendingLockEvent>(
        `SELECT u.stream, u.user_id AS "userId", u.mark AS "changeId", u.removed_by AS "removedBy",
           to_char(u.noted_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at,
           CASE WHEN l.stream IS NOT NULL THEN json_build_object('type', l.type, 'hint', l.hint,
             'remember', l.remember, 'auto', l.auto, 'commandId', l.act) END AS lock
         FROM vault.untold_locks u LEFT JOIN vault.locks l ON l.stream = u.stream
         WHERE u.noted_at <= to_timestamp($1::float8 / 1000) ORDER BY u.noted_at`,
        [clock.now() - publishTimeoutMs],
      );
      return rows;
    },
  };
}
