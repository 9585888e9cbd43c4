import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Charge, Payments } from "./payments.ts";
import { answerToNonce, refusalOfAmount } from "./sandbox-responses.ts";

const columns = `charge_id AS "chargeId", order_id AS "orderId", amount, card_last_four AS "cardLastFour"`;

/**
 * The test mode: it charges nobody, and stores what would have been charged in a separate table, like the records of a payment provider.
 * It answers to Braintree's documented test nonces and amounts, and to nothing else.
 */
export function createSandboxPayments({ pool }: { pool: pg.Pool }): Payments {
  async function findCharge(orderId: number): Promise<Charge | null> {
    const { rows } = await pool.query<Charge>(
      `SELECT ${columns} FROM payments.sandbox_charges WHERE order_id = $1`,
      [orderId],
    );
    return rows[0] ?? null;
  }

  return {
    provider: "sandbox",
    isTest: true,
    findCharge,
    async *listCharges(since) {
      const { rows } = await pool.query<Charge>(
        `SELECT ${columns} FROM payments.sandbox_charges WHERE created_at >= $1 ORDER BY order_id`,
        [since],
      );
      yield* rows;
    },
    async charge({ orderId, amount, nonce }) {
      const amountRefusal = refusalOfAmount(amount);
      const answer = answerToNonce(nonce);
      if (answer.kind === "declined") return answer;
      if (amountRefusal !== null) return { kind: "declined", code: amountRefusal };
      try {
        const { rows } = await pool.query<Charge>(
          `INSERT INTO payments.sandbox_charges (order_id, charge_id, amount, card_last_four)
           VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING ${columns}`,
          [orderId, `test-${randomUUID()}`, amount, answer.cardLastFour],
        );
        // Like Braintree, which refuses a second charge of one order for a while.
        return rows[0] ? { kind: "charged", charge: rows[0] } : { kind: "declined", code: "duplicate" };
      } catch {
        return { kind: "unknown" };
      }
    },
  };
}
