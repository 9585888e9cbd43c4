import { type Queryable, rowsOf } from "./queryable.ts";

/** The end of a membership. */
export type MembershipEndRow = {
  readonly accountId: number;
  /** ISO-8601 UTC */
  readonly endsAt: string;
  readonly autoRenew: boolean;
};

/**
 * Ends of memberships whose row in `payments.renewals` is missing, or has another end or renewal setting. Erased accounts are
 * omitted: they have no credentials.
 */
export function unscheduledMembershipEnds(db: Queryable, limit: number): Promise<MembershipEndRow[]> {
  const text = `SELECT a.id AS "accountId",
      to_char(a.membership_expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "endsAt",
      a.auto_renew AS "autoRenew"
    FROM read_models.accounts a LEFT JOIN payments.renewals r ON r.account_id = a.id
    WHERE a.membership_expires_at IS NOT NULL
      AND (r.account_id IS NULL OR r.ends_at <> a.membership_expires_at OR r.auto_renew <> a.auto_renew)
      AND EXISTS (SELECT FROM vault.credentials c WHERE c.user_id = a.id)
    ORDER BY a.id LIMIT $1`;
  return rowsOf<MembershipEndRow>(db, "unscheduled-membership-ends", text, [limit]);
}
