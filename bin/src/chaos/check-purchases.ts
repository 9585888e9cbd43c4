import { systemClock } from "@daybook/platform/clock";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createListener } from "@daybook/platform/postgres/listen";
import { withDatabase } from "./check-log.ts";
import type { PurchaseRecord } from "./buyers.ts";
import { checkReconciled } from "./check-money.ts";
import { Violation } from "./writers.ts";

type PurchaseCounts = {
  finishedOrders: number;
  notChargedOrders: number;
  chargedOrders: number;
  providerCharges: number;
  purchaseEvents: number;
};

// After 15 minutes, a job releases an order that was stored and not charged.
const countsQuery = `SELECT
  (SELECT count(*)::int FROM payments.orders WHERE status = 'finished') AS "finishedOrders",
  (SELECT count(*)::int FROM payments.orders WHERE status IN ('started', 'released')) AS "notChargedOrders",
  (SELECT count(*)::int FROM payments.orders WHERE status = 'charged') AS "chargedOrders",
  (SELECT count(*)::int FROM payments.sandbox_charges) AS "providerCharges",
  (SELECT count(*)::int FROM eventstore.events WHERE type LIKE 'Membership%' AND type <> 'MembershipGranted') AS "purchaseEvents"`;

const lastEndsQuery = `SELECT DISTINCT ON (o.account_id) o.account_id AS id, o.purchase ->> 'endsAt' AS "end"
  FROM payments.orders o WHERE o.status = 'finished' ORDER BY o.account_id, o.id DESC`;

/**
 * Checks all purchases of a run: each acknowledged one is charged once and is in the log once, nothing else is charged, each membership
 * ends at the time that the reply to its last purchase gave, and `reconcile` finds nothing.
 */
export function checkPurchases(dataFolder: string, record: Readonly<PurchaseRecord>): Promise<void> {
  return withDatabase(dataFolder, async (pool, connectionString) => {
    const listener = createListener({ connectionString });
    const store = createPostgresEventStore({ pool, listener });
    try {
      const { rows } = await pool.query<PurchaseCounts>(countsQuery);
      const expected = {
        finishedOrders: record.acknowledged,
        notChargedOrders: record.notCharged,
        chargedOrders: 0,
        providerCharges: record.acknowledged,
        purchaseEvents: record.acknowledged,
      };
      const found = JSON.stringify(rows[0], Object.keys(expected));
      if (found !== JSON.stringify(expected)) {
        throw new Violation(`expected ${JSON.stringify(expected)} and found ${found}`);
      }
      for (const { id, end } of (await pool.query<{ id: number; end: string }>(lastEndsQuery)).rows) {
        const repliedEnd = record.membershipEnds.get(id);
        if (repliedEnd !== end)
          throw new Violation(`a membership ends ${end}, and a reply said ${repliedEnd}`);
      }
      await checkReconciled(pool, store, systemClock);
    } finally {
      await listener.close();
    }
  });
}
