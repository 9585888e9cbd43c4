import type { Sealed } from "@daybook/domain/kernel/sealed";
import type pg from "pg";
import { z } from "zod";
import type { Clock } from "../clock.ts";
import { transaction } from "../postgres/pool.ts";
import type { MethodDetails, PaymentProvider, Payments } from "./payments.ts";

/** What is shown of a payment method, sealed with the key of its account. */
export type SealedDetails = Sealed<"payment.details">;

const Details = z.discriminatedUnion("type", [
  z.object({ type: z.literal("card"), brand: z.string(), lastFour: z.string(), expires: z.string() }),
  z.object({ type: z.literal("paypal"), email: z.string() }),
]);

/** Reads what was sealed: the JSON of {@link MethodDetails}. */
export const parseDetails = (json: string): MethodDetails => Details.parse(JSON.parse(json));

/** The states of a row; the migration describes them. */
export type MethodStatus = "storing" | "stored" | "removing";

/** A row of the table of payment methods. */
export type MethodRow = {
  readonly id: number;
  readonly accountId: number;
  /** Its name at the provider. No browser gets it. */
  readonly token: string;
  readonly commandId: string;
  readonly status: MethodStatus;
  /** `null` unless `status` is `stored`. */
  readonly details: SealedDetails | null;
};

const columns = `m.id, m.account_id AS "accountId", m.token, m.command_id AS "commandId", m.status, m.details`;

/**
 * Which payment method each account has stored at the provider. A row is added before the provider is asked, and deleted after the
 * provider has removed the method. So after a crash the provider has no method without a row here.
 *
 * @param deps.payments only the rows of this provider and its mode (test or not) are read
 */
export function createPaymentMethods(deps: {
  pool: pg.Pool;
  clock: Clock;
  payments: Pick<Payments, "provider" | "isTest">;
}) {
  const { pool, clock, payments } = deps;
  const providerAndMode: readonly [PaymentProvider, boolean] = [payments.provider, payments.isTest];

  async function findWhere(condition: string, ...values: unknown[]): Promise<MethodRow[]> {
    const { rows } = await pool.query<MethodRow>(
      `SELECT ${columns} FROM payments.methods m WHERE m.provider = $1 AND m.is_test = $2 AND ${condition}`,
      [...providerAndMode, ...values],
    );
    return rows;
  }

  return {
    async find(id: number): Promise<MethodRow | null> {
      return (await findWhere("m.id = $3", id))[0] ?? null;
    },

    /** What the account pays with; `null` when it has stored nothing. */
    async findStoredOf(accountId: number): Promise<MethodRow | null> {
      return (await findWhere("m.account_id = $3 AND m.status = 'stored'", accountId))[0] ?? null;
    },

    /** When the method that the account pays with was stored, ISO-8601 UTC; `null` when it has stored nothing. */
    async findStoredAt(accountId: number): Promise<string | null> {
      const { rows } = await pool.query<{ storedAt: Date }>(
        `SELECT COALESCE(m.stored_at, m.created_at) AS "storedAt" FROM payments.methods m
         WHERE m.provider = $1 AND m.is_test = $2 AND m.account_id = $3 AND m.status = 'stored'`,
        [...providerAndMode, accountId],
      );
      return rows[0]?.storedAt.toISOString() ?? null;
    },

    /** Adds a row before the provider is asked. False when the id is taken. */
    async begin(row: Pick<MethodRow, "id" | "accountId" | "token" | "commandId">): Promise<boolean> {
      const { rowCount } = await pool.query(
        `INSERT INTO payments.methods (id, account_id, provider, is_test, token, command_id, created_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING`,
        [row.id, row.accountId, ...providerAndMode, row.token, row.commandId, new Date(clock.now())],
      );
      return rowCount === 1;
    },

    /**
     * Records that the provider has the method, which replaces what the account had. False when the row was given up in between.
     * The check of the account's renewal becomes due, because a failed renewal can now be paid with the new method.
     */
    async markStored({ id, accountId }: Pick<MethodRow, "id" | "accountId">, details: SealedDetails) {
      return transaction(pool, async (client) => {
        // Two methods of one account that are stored concurrently must replace each other in turn.
        await client.query("SELECT FROM payments.methods WHERE account_id = $1 ORDER BY id FOR UPDATE", [
          accountId,
        ]);
        const { rowCount } = await client.query(
          "SELECT FROM payments.methods WHERE id = $1 AND status = 'storing'",
          [id],
        );
        if (rowCount !== 1) return false;
        await client.query(
          "UPDATE payments.methods SET status = 'removing', details = NULL WHERE account_id = $1 AND status = 'stored'",
          [accountId],
        );
        const storedAt = new Date(clock.now());
        await client.query(
          "UPDATE payments.methods SET status = 'stored', details = $2, stored_at = $3 WHERE id = $1",
          [id, details, storedAt],
        );
        await client.query(
          `UPDATE payments.renewals SET due_at = LEAST(due_at, $2), version = version + 1
           WHERE account_id = $1 AND due_at IS NOT NULL`,
          [accountId, storedAt],
        );
        return true;
      });
    },

    /** Marks a stored method of an account for removal. False when the account has no such method. */
    async markRemoving(id: number, accountId: number): Promise<boolean> {
      const { rowCount } = await pool.query(
        `UPDATE payments.methods SET status = 'removing', details = NULL
         WHERE id = $1 AND account_id = $2 AND status = 'stored'`,
        [id, accountId],
      );
      return rowCount === 1;
    },

    /** Marks all methods of an account for removal, at any provider. */
    async markAllRemoving(accountId: number): Promise<void> {
      await pool.query(
        "UPDATE payments.methods SET status = 'removing', details = NULL WHERE account_id = $1",
        [accountId],
      );
    },

    /** Gives up methods whose storing began before this time and never ended. */
    async giveUpBegunBefore(before: Date): Promise<void> {
      await pool.query(
        "UPDATE payments.methods SET status = 'removing' WHERE status = 'storing' AND created_at < $1",
        [before],
      );
    },

    /**
     * At most 100 methods that are marked for removal, of an account or of all accounts. Omits those whose storing began at or after
     * `abandonedBefore` and never ended: the provider may still store them, so removing them now could come too early.
     */
    findRemoving: (accountId: number | null, abandonedBefore: Date): Promise<MethodRow[]> =>
      findWhere(
        `m.status = 'removing' AND ($3::bigint IS NULL OR m.account_id = $3)
         AND (m.stored_at IS NOT NULL OR m.created_at < $4) ORDER BY m.created_at LIMIT 100`,
        accountId,
        abandonedBefore,
      ),

    /** Deletes the row of a method that the provider does not have, or has no longer. */
    async forget(id: number): Promise<void> {
      await pool.query("DELETE FROM payments.methods WHERE id = $1 AND status <> 'stored'", [id]);
    },
  };
}

/** See {@link createPaymentMethods}. */
export type PaymentMethods = ReturnType<typeof createPaymentMethods>;
