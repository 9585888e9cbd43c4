import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { CommandContext } from "../commands/handle-command.ts";
import type { PaymentProvider } from "./payments.ts";

/** The migration `payments-0006-refunds` describes each status. */
export type RefundStatus = "started" | "paid" | "finished" | "failed";

/** An order that is paid back as a whole. */
export type Refund = {
  readonly orderId: number;
  readonly accountId: number;
  readonly provider: PaymentProvider;
  readonly chargeId: string;
  /** In US cents. */
  readonly amount: number;
  /** The command of the downgrade. */
  readonly context: CommandContext;
  readonly status: RefundStatus;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

const columns = `r.order_id AS "orderId", r.account_id AS "accountId", o.provider, o.charge_id AS "chargeId", r.amount, r.context, r.status,
  (extract(epoch FROM r.created_at) * 1000)::float8 AS "createdAt"`;

/**
 * Stores refunds. A refund is stored before the provider is asked, and each new status is stored before the next step. An order has at
 * most one refund.
 *
 * @param deps.pool a pool whose commits are durable
 */
export function createRefunds({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const now = (): Date => new Date(clock.now());

  async function findWhere(condition: string, values: readonly unknown[]): Promise<Refund[]> {
    const text = `SELECT ${columns} FROM payments.refunds r JOIN payments.orders o ON o.id = r.order_id WHERE ${condition}`;
    return (await pool.query<Refund>(text, [...values])).rows;
  }

  /** Changes a refund that has this status. False when the refund has another status, and then nothing is changed. */
  async function updateInStatus(orderId: number, status: RefundStatus, changes: string, values: unknown[]) {
    const { rowCount } = await pool.query(
      `UPDATE payments.refunds SET ${changes} WHERE order_id = $1 AND status = $2`,
      [orderId, status, ...values],
    );
    return rowCount === 1;
  }

  return {
    /** Stores the refunds of paid orders of an account. A refund that is stored already does not change. */
    async begin(accountId: number, orderIds: readonly number[], context: CommandContext): Promise<void> {
      await pool.query(
        `INSERT INTO payments.refunds (order_id, account_id, amount, context, created_at)
         SELECT o.id, o.account_id, o.amount, $3, $4 FROM payments.orders o
         WHERE o.account_id = $1 AND o.id = ANY ($2::bigint[]) AND o.status = 'finished' AND o.amount > 0
         ON CONFLICT DO NOTHING`,
        [accountId, orderIds, JSON.stringify(context), now()],
      );
    },

    /** The refunds of these orders. */
    findOf: (orderIds: readonly number[]): Promise<Refund[]> =>
      findWhere("r.order_id = ANY ($1::bigint[]) ORDER BY r.order_id", [orderIds]),

    /** Started and paid refunds for which the provider was not asked after `askedBefore`. Returns only the 100 oldest. */
    findOpen: (askedBefore: Date): Promise<Refund[]> =>
      findWhere(
        `r.status IN ('started', 'paid') AND (r.asked_at IS NULL OR r.asked_at <= $1) ORDER BY r.created_at LIMIT 100`,
        [askedBefore],
      ),

    /** The refunds of orders that were created at `since` or later. */
    findOfOrdersSince: (since: Date): Promise<Refund[]> =>
      findWhere("o.created_at >= $1 ORDER BY r.order_id", [since]),

    /** Records that the provider is about to be asked. */
    noteAsked: (orderId: number): Promise<boolean> =>
      updateInStatus(orderId, "started", "asked_at = $3", [now()]),
    /** Records that the provider paid the order back. */
    markPaid: (orderId: number): Promise<boolean> =>
      updateInStatus(orderId, "started", "status = 'paid'", []),
    /** Records that the log has the refund, and that its mail is in the outbox. */
    markFinished: (orderId: number): Promise<boolean> =>
      updateInStatus(orderId, "paid", "status = 'finished', settled_at = $3", [now()]),
    /** Records that the provider refused to pay the order back. An operator has to pay it back. */
    markFailed: (orderId: number, code: string): Promise<boolean> =>
      updateInStatus(orderId, "started", "status = 'failed', refusal_code = $3, settled_at = $4", [
        code,
        now(),
      ]),
  };
}

/** See {@link createRefunds}. */
export type Refunds = ReturnType<typeof createRefunds>;
