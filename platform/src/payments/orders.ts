import type { Purchase } from "@daybook/domain/membership/events";
import type { PurchaseKind } from "@daybook/domain/membership/decider";
import type pg from "pg";
import type { Clock } from "../clock.ts";
import type { CommandContext } from "../commands/handle-command.ts";
import { transaction } from "../postgres/pool.ts";
import type { Charge, PaymentProvider } from "./payments.ts";
import { lockOperations } from "../processes/operations.ts";
import { lockAndCheckUses } from "./promotions.ts";

/** `started` and `charged` orders are open: the purchase has not ended. `payments-0001-orders` in `migrations.ts` describes each state. */
export type OrderStatus = "started" | "charged" | "finished" | "declined" | "released";

/** An order to store. */
export type NewOrder = {
  readonly id: number;
  readonly accountId: number;
  readonly provider: PaymentProvider;
  /** True when nobody is really charged. */
  readonly isTest: boolean;
  readonly kind: PurchaseKind;
  /** The data of the event that is appended after the charge. */
  readonly purchase: Purchase;
  /** The command that asked for the order. The ids of the purchase's events derive from this command. */
  readonly context: CommandContext;
};

/** A stored order. */
export type Order = NewOrder & {
  readonly status: OrderStatus;
  readonly cardLastFour: string | null;
  readonly declineCode: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
};

const columns = `o.id, o.account_id AS "accountId", o.provider, o.is_test AS "isTest", o.kind, o.purchase, o.context, o.status,
  o.card_last_four AS "cardLastFour", o.decline_code AS "declineCode",
  (extract(epoch FROM o.created_at) * 1000)::float8 AS "createdAt"`;

/**
 * Stores the orders of purchases. An order is stored before the provider is asked, and each of its states before the next step, so that
 * a crash at any moment neither loses a charge nor makes a second one.
 *
 * @param deps.pool a pool whose commits are durable
 */
export function createOrders({ pool, clock }: { pool: pg.Pool; clock: Clock }) {
  const now = (): Date => new Date(clock.now());

  async function findWhere(condition: string, values: readonly unknown[]): Promise<Order[]> {
    const { rows } = await pool.query<Order>(`SELECT ${columns} FROM payments.orders o WHERE ${condition}`, [
      ...values,
    ]);
    return rows;
  }

  /** Changes an order if it is in one of these states. Returns false when no order was changed. */
  async function changeState(
    id: number,
    fromStates: readonly OrderStatus[],
    changes: string,
    values: readonly unknown[],
  ) {
    const { rowCount } = await pool.query(
      `UPDATE payments.orders SET ${changes} WHERE id = $1 AND status = ANY ($2::text[])`,
      [id, fromStates, ...values],
    );
    return rowCount === 1;
  }

  return {
    async find(id: number): Promise<Order | null> {
      return (await findWhere("o.id = $1", [id]))[0] ?? null;
    },

    /** The order that a command of an account has begun. */
    async findByCommand(accountId: number, commandId: string): Promise<Order | null> {
      return (
        (await findWhere("o.context->>'commandId' = $1 AND o.account_id = $2", [commandId, accountId]))[0] ??
        null
      );
    },

    /** The orders of an account that were charged or may have been, oldest first. */
    findPossiblyChargedOf: (accountId: number): Promise<Order[]> =>
      findWhere("o.account_id = $1 AND o.status IN ('started', 'charged', 'finished') ORDER BY o.id", [
        accountId,
      ]),

    /**
     * True when `findPossiblyChargedOf` would return exactly `possiblyChargedCount` orders. The count stays the same until the end of the
     * transaction under two conditions: none of these orders is open, and the transaction holds `lockOperations` for the downgrades of the
     * account. `begin` waits for that lock.
     */
    async isPossiblyChargedCountUnchanged(
      db: Pick<pg.Pool, "query">,
      accountId: number,
      possiblyChargedCount: number,
    ): Promise<boolean> {
      const { rows } = await db.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM payments.orders
         WHERE account_id = $1 AND status IN ('started', 'charged', 'finished')`,
        [accountId],
      );
      return rows[0]?.count === possiblyChargedCount;
    },

    /**
     * Stores an order. No downgrade of the account begins at the same time. Stores nothing and returns false in these cases:
     * - The account has an open order, or the id is taken.
     * - The account has bought something since the price was computed.
     * - The promotion of the purchase is used up.
     * - A downgrade of the account is running, or has ended since the command of the order began.
     *
     * @param possiblyChargedCount how many orders `findPossiblyChargedOf` returned, none of them open, before the price was computed
     */
    begin: (order: NewOrder, possiblyChargedCount: number): Promise<boolean> =>
      transaction(pool, async (client) => {
        const { promotionId } = order.purchase;
        if (promotionId !== null && !(await lockAndCheckUses(client, promotionId))) return false;
        await lockOperations(client, "downgrade", order.accountId);
        const { rowCount } = await client.query(
          `INSERT INTO payments.orders (id, account_id, provider, is_test, kind, amount, purchase, context, created_at)
           SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
           WHERE $10 = (SELECT count(*) FROM payments.orders
             WHERE account_id = $2 AND status IN ('started', 'charged', 'finished'))
             AND NOT EXISTS (SELECT FROM processes.operations
               WHERE user_id = $2 AND kind = 'downgrade' AND (status = 'running' OR finished_at >= $11))
           ON CONFLICT DO NOTHING`,
          [
            order.id,
            order.accountId,
            order.provider,
            order.isTest,
            order.kind,
            order.purchase.amount,
            JSON.stringify(order.purchase),
            JSON.stringify(order.context),
            now(),
            possiblyChargedCount,
            new Date(order.context.at),
          ],
        );
        return rowCount === 1;
      }),

    /** Records the charge of a started order; `null` when there was nothing to pay. */
    markCharged: (id: number, charge: Pick<Charge, "chargeId" | "cardLastFour"> | null): Promise<boolean> =>
      changeState(id, ["started"], "status = 'charged', charge_id = $3, card_last_four = $4", [
        charge?.chargeId ?? null,
        charge?.cardLastFour ?? null,
      ]),

    /** Records that the log has the membership of a charged order. */
    markFinished: (id: number): Promise<boolean> =>
      changeState(id, ["charged"], "status = 'finished', settled_at = $3", [now()]),

    /** Records that the provider refused a started order. */
    markDeclined: (id: number, code: string): Promise<boolean> =>
      changeState(id, ["started"], "status = 'declined', decline_code = $3, settled_at = $4", [code, now()]),

    /** Ends a started order. The caller is certain that nothing was charged. */
    release: (id: number): Promise<boolean> =>
      changeState(id, ["started"], "status = 'released', settled_at = $3", [now()]),

    /** The orders that were created since a time, oldest first. */
    findCreatedSince: (since: Date): Promise<Order[]> =>
      findWhere("o.created_at >= $1 ORDER BY o.id", [since]),

    /** Deletes the last digits of the cards from the orders of an account. The orders themselves stay. */
    async forgetCardsOf(accountId: number): Promise<void> {
      await pool.query("UPDATE payments.orders SET card_last_four = NULL WHERE account_id = $1", [accountId]);
    },

    /** Open orders that were created until this time, oldest first, at most 100. */
    findOpenBefore: (before: Date): Promise<Order[]> =>
      findWhere("o.status IN ('started', 'charged') AND o.created_at <= $1 ORDER BY o.created_at LIMIT 100", [
        before,
      ]),
  };
}

/** See {@link createOrders}. */
export type Orders = ReturnType<typeof createOrders>;
