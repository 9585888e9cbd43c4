import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Charge, MethodDetails, Payments, PaymentSource } from "./payments.ts";
import {
  answerToNonce,
  cardLastFourOf,
  refusalOfAmount,
  methodOfNonce,
  unknownTokenCode,
} from "./sandbox-responses.ts";

const columns = `charge_id AS "chargeId", order_id AS "orderId", amount, card_last_four AS "cardLastFour"`;

type StoredMethod = { readonly details: MethodDetails; readonly declineCode: string | null };

/**
 * The test mode: it charges nobody, and stores what would have been charged in separate tables, like the records of a payment provider.
 * The nonces in `sandbox-responses.ts` and Braintree's test amounts have the results that Braintree documents. Any other nonce is
 * refused, and any other amount is accepted.
 */
export function createSandboxPayments({ pool }: { pool: pg.Pool }): Payments {
  async function findCharge(orderId: number): Promise<Charge | null> {
    const { rows } = await pool.query<Charge>(
      `SELECT ${columns} FROM payments.sandbox_charges WHERE order_id = $1`,
      [orderId],
    );
    return rows[0] ?? null;
  }

  async function findMethod(token: string): Promise<StoredMethod | null> {
    const { rows } = await pool.query<StoredMethod>(
      `SELECT details, decline_code AS "declineCode" FROM payments.sandbox_methods WHERE token = $1`,
      [token],
    );
    return rows[0] ?? null;
  }

  /** The last four digits of the card to charge (`null` without a card), or the code of the refusal. */
  async function readSource(source: PaymentSource) {
    if ("nonce" in source) return answerToNonce(source.nonce);
    const method = await findMethod(source.token);
    const code = method ? method.declineCode : unknownTokenCode;
    if (!method || code !== null) return { kind: "declined" as const, code: code ?? unknownTokenCode };
    return { kind: "valid" as const, cardLastFour: cardLastFourOf(method.details) };
  }

  return {
    provider: "sandbox",
    isTest: true,
    tokenizationKey: null,
    findCharge,
    async *listCharges(since) {
      const { rows } = await pool.query<Charge>(
        `SELECT ${columns} FROM payments.sandbox_charges WHERE created_at >= $1 ORDER BY order_id`,
        [since],
      );
      yield* rows;
    },
    async charge({ orderId, amount, source }) {
      const amountRefusal = refusalOfAmount(amount);
      try {
        const answer = await readSource(source);
        if (answer.kind === "declined") return answer;
        if (amountRefusal !== null) return { kind: "declined", code: amountRefusal };
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
    async refund({ chargeId }) {
      try {
        const { rowCount } = await pool.query(
          "UPDATE payments.sandbox_charges SET refunded_at = coalesce(refunded_at, now()) WHERE charge_id = $1",
          [chargeId],
        );
        return rowCount === 1 ? { kind: "refunded" } : { kind: "unavailable" };
      } catch {
        return { kind: "unknown" };
      }
    },
    async isRefunded(chargeId) {
      const { rows } = await pool.query<{ refunded: boolean }>(
        "SELECT refunded_at IS NOT NULL AS refunded FROM payments.sandbox_charges WHERE charge_id = $1",
        [chargeId],
      );
      return rows[0]?.refunded === true;
    },
    async storeMethod({ token, nonce }) {
      try {
        const existingMethod = await findMethod(token);
        if (existingMethod) return { kind: "stored", details: existingMethod.details };
        const answer = methodOfNonce(nonce);
        if ("kind" in answer) return answer;
        await pool.query(
          "INSERT INTO payments.sandbox_methods (token, details) VALUES ($1, $2) ON CONFLICT DO NOTHING",
          [token, JSON.stringify(answer)],
        );
        return { kind: "stored", details: answer };
      } catch {
        return { kind: "unknown" };
      }
    },
    async removeMethod(token) {
      await pool.query("DELETE FROM payments.sandbox_methods WHERE token = $1", [token]);
    },
  };
}
