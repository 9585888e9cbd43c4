import type pg from "pg";
import type { Clock } from "../clock.ts";

/** The end of an account's membership, and whether it renews itself. */
export type MembershipEnd = {
  readonly accountId: number;
  /** ISO-8601 UTC */
  readonly endsAt: string;
  readonly autoRenew: boolean;
};

/** An account whose membership is due for a check. */
export type DueRenewal = {
  readonly accountId: number;
  /** Counts how often the check was made due. The result of a check with an older version is ignored. */
  readonly version: number;
};

/**
 * Stores when the end of each membership is checked next. What a check has done is not stored here, but in the log and in the orders. So
 * a check that a crash ended, or that runs twice, does no harm.
 */
export function createRenewals({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const now = (): Date => new Date(clock.now());
  return {
    /** Schedules a check of these memberships for now, because they are new or have changed. */
    async schedule(ends: readonly MembershipEnd[]): Promise<void> {
      await pool.query(
        `INSERT INTO payments.renewals (account_id, ends_at, auto_renew, due_at)
         SELECT account_id, ends_at, auto_renew, $4
         FROM unnest($1::bigint[], $2::timestamptz[], $3::boolean[]) AS t (account_id, ends_at, auto_renew)
         ON CONFLICT (account_id) DO UPDATE SET ends_at = excluded.ends_at, auto_renew = excluded.auto_renew,
           due_at = excluded.due_at, version = renewals.version + 1`,
        [
          ends.map(({ accountId }) => accountId),
          ends.map(({ endsAt }) => endsAt),
          ends.map(({ autoRenew }) => autoRenew),
          now(),
        ],
      );
    },

    /** The memberships that are due, the longest overdue first. */
    async findDue(limit: number): Promise<DueRenewal[]> {
      const { rows } = await pool.query<DueRenewal>(
        `SELECT account_id AS "accountId", version FROM payments.renewals WHERE due_at <= $1 ORDER BY due_at LIMIT $2`,
        [now(), limit],
      );
      return rows;
    },

    /**
     * Sets the time of the next check. Has no effect when the check was made due again in the meantime.
     *
     * @param dueAt milliseconds since 1970; `null`: not before the membership changes
     */
    async setNextCheck({ accountId, version }: DueRenewal, dueAt: number | null): Promise<void> {
      await pool.query("UPDATE payments.renewals SET due_at = $3 WHERE account_id = $1 AND version = $2", [
        accountId,
        version,
        dueAt === null ? null : new Date(dueAt),
      ]);
    },

    /** Makes the check of an account due now. Use it when the plan has changed, but neither its end nor `autoRenew` has. */
    async makeDue(accountId: number): Promise<void> {
      await pool.query(
        `UPDATE payments.renewals SET due_at = LEAST(due_at, $2), version = version + 1 WHERE account_id = $1`,
        [accountId, now()],
      );
    },

    /** Deletes the schedule of an account. */
    async forget(accountId: number): Promise<void> {
      await pool.query("DELETE FROM payments.renewals WHERE account_id = $1", [accountId]);
    },
  };
}

/** See {@link createRenewals}. */
export type Renewals = ReturnType<typeof createRenewals>;
