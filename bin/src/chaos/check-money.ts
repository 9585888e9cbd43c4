import { reconcile } from "@daybook/application/purchases/reconcile";
import type { Clock } from "@daybook/platform/clock";
import type { EventStore } from "@daybook/platform/event-store/event-store";
import { createOrders } from "@daybook/platform/payments/orders";
import { createRefunds } from "@daybook/platform/payments/refunds";
import { createSandboxPayments } from "@daybook/platform/payments/sandbox";
import type pg from "pg";
import { Violation } from "./writers.ts";

/** Throws `Violation` when `npm run billing -- reconcile` would find a difference. */
export async function checkReconciled(pool: pg.Pool, store: EventStore, clock: Clock): Promise<void> {
  const differences = await reconcile(
    {
      orders: createOrders({ pool, clock }),
      refunds: createRefunds({ pool, clock }),
      payments: createSandboxPayments({ pool }),
      readLog: (options) => store.readAll(options),
      now: clock.now(),
    },
    new Date(0),
  );
  if (differences.length > 0) throw new Violation(`reconcile found ${JSON.stringify(differences)}`);
}

type OpenWorkCounts = { orders: number; refunds: number; operations: number; moves: number };

/**
 * Counts the orders, refunds, long operations (such as downgrades) and moves of entries that have begun and not finished. Failed
 * refunds and operations count too.
 */
export async function countOpenWork(pool: pg.Pool): Promise<OpenWorkCounts> {
  const { rows } = await pool.query<OpenWorkCounts>(
    `SELECT (SELECT count(*)::int FROM payments.orders WHERE status IN ('started', 'charged')) AS orders,
       (SELECT count(*)::int FROM payments.refunds WHERE status <> 'finished') AS refunds,
       (SELECT count(*)::int FROM processes.operations WHERE status <> 'done') AS operations,
       (SELECT count(*)::int FROM processes.moves) AS moves`,
  );
  return rows[0]!;
}

/** Counts the memberships that the job for renewals has to check now. */
export async function countDueRenewals(pool: pg.Pool, clock: Clock): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM payments.renewals WHERE due_at <= $1",
    [new Date(clock.now())],
  );
  return rows[0]!.count;
}

/** Sums in US cents. */
export type MoneySums = { readonly charged: number; readonly paidBack: number };

/** `charges` and `orders` are numbers of rows. All other fields are sums in US cents. */
type Sums = {
  charged: number;
  charges: number;
  ordered: number;
  orders: number;
  paidBack: number;
  refunded: number;
};

/** Throws `Violation` unless the charges match the orders, and what was paid back matches the refunds. */
export async function checkSums(pool: pg.Pool): Promise<MoneySums> {
  const { rows } = await pool.query<Sums>(
    `SELECT c.*, o.*, r.* FROM
       (SELECT coalesce(sum(amount), 0)::int AS charged, count(*)::int AS charges,
          coalesce(sum(amount) FILTER (WHERE refunded_at IS NOT NULL), 0)::int AS "paidBack"
        FROM payments.sandbox_charges) c,
       (SELECT coalesce(sum(amount), 0)::int AS ordered, count(*) FILTER (WHERE amount > 0)::int AS orders
        FROM payments.orders WHERE status = 'finished') o,
       (SELECT coalesce(sum(amount), 0)::int AS refunded FROM payments.refunds WHERE status = 'finished') r`,
  );
  const { charged, charges, ordered, orders, paidBack, refunded } = rows[0]!;
  if (charged !== ordered || charges !== orders || paidBack !== refunded) {
    throw new Violation(`charges, orders and refunds do not match: ${JSON.stringify(rows[0])}`);
  }
  return { charged, paidBack };
}
