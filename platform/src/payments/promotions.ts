import type { Promotion } from "@daybook/domain/plans/promotion";
import type { UseLimits, Uses } from "@daybook/domain/plans/promo-code";
import type pg from "pg";

/** A flash sale or a promo code to create. Its id is given when it is stored. */
export type NewPromotion = Omit<Promotion, "id" | "kind" | "extraMonths"> &
  UseLimits & {
    readonly kind: "flash" | "code";
    /** Where the code is given out, for reports; `null` when the operator did not say. */
    readonly source: string | null;
  };

/** A stored flash sale or promo code. */
export type StoredPromotion = NewPromotion &
  Pick<Promotion, "id" | "extraMonths"> & { readonly uses: number };

/** Orders in these states use their promotion. A declined or released order gives its use back. */
const usesPromotionSql = "o.status IN ('started', 'charged', 'finished')";
/** `promotionIdSql` is a column or a parameter such as `$1`. */
const countUsesSql = (promotionIdSql: string): string =>
  `SELECT count(*)::int FROM payments.orders o WHERE o.purchase->>'promotionId' = ${promotionIdSql} AND ${usesPromotionSql}`;

const isoColumn = (expression: string, name: string): string =>
  `to_char(${expression} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${name}"`;

const columns = `p.id, p.kind, p.name, p.promo_code AS "promoCode", p.percent, p.price, p.plan_keys AS "planKeys",
  0 AS "extraMonths", p.max_uses AS "maxUses", p.max_uses_per_account AS "maxUsesPerAccount", p.source,
  ${isoColumn("p.starts_at", "startsAt")}, ${isoColumn("LEAST(p.ends_at, p.ended_at)", "endsAt")},
  (${countUsesSql("p.id")}) AS uses`;

/**
 * Returns true when `maxUses` allows one more order to use a promotion. `maxUsesPerAccount` is not checked here. A promotion with
 * `maxUses` is locked until the end of the transaction, so that concurrent orders count one after the other.
 */
export async function lockAndCheckUses(client: pg.ClientBase, promotionId: string): Promise<boolean> {
  const { rows } = await client.query<{ maxUses: number }>(
    `SELECT max_uses AS "maxUses" FROM payments.promotions WHERE id = $1 AND max_uses IS NOT NULL FOR UPDATE`,
    [promotionId],
  );
  const maxUses = rows[0]?.maxUses;
  if (maxUses === undefined) return true;
  // This is a separate statement, so that it sees the orders that were stored while the first statement waited for the lock.
  const uses = await client.query<{ count: number }>(`SELECT (${countUsesSql("$1")}) AS count`, [
    promotionId,
  ]);
  return (uses.rows[0]?.count ?? 0) < maxUses;
}

/**
 * Flash sales and promo codes, which operators start and end. They are never deleted, because orders name them. The uses of a promotion
 * are counted from the orders.
 *
 * @param deps.pool commits must be durable
 */
export function createPromotions({ pool }: { pool: pg.Pool }) {
  const findWhere = async (condition: string, values: readonly unknown[]): Promise<StoredPromotion[]> =>
    (
      await pool.query<StoredPromotion>(`SELECT ${columns} FROM payments.promotions p ${condition}`, [
        ...values,
      ])
    ).rows;

  return {
    /** Stores a promotion and returns it; `null` when an earlier promotion has the same code. */
    async create(promotion: NewPromotion): Promise<StoredPromotion | null> {
      const { kind, name, promoCode, percent, price, planKeys, startsAt, endsAt } = promotion;
      const { rows } = await pool.query<{ id: string }>(
        `INSERT INTO payments.promotions (kind, name, promo_code, percent, price, plan_keys, starts_at, ends_at,
           max_uses, max_uses_per_account, source)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (promo_code) DO NOTHING RETURNING id`,
        [
          kind,
          name,
          promoCode,
          percent,
          price,
          planKeys,
          startsAt,
          endsAt,
          promotion.maxUses,
          promotion.maxUsesPerAccount,
          promotion.source,
        ],
      );
      const created = rows[0];
      return created ? ((await findWhere("WHERE p.id = $1", [created.id]))[0] ?? null) : null;
    },

    /**
     * Ends the promotion with this code, or with this id when no promotion has the code. Returns false when that promotion does not exist
     * or has ended.
     */
    async end(idOrCode: string, at: string): Promise<boolean> {
      const { rowCount } = await pool.query(
        `UPDATE payments.promotions SET ended_at = $2
         WHERE id = (SELECT id FROM payments.promotions WHERE promo_code = upper($1) OR id = $1
                     ORDER BY promo_code = upper($1) DESC NULLS LAST LIMIT 1)
           AND LEAST(ends_at, ended_at) > $2`,
        [idOrCode, at],
      );
      return rowCount === 1;
    },

    /** All promotions, newest first. */
    list: (): Promise<StoredPromotion[]> => findWhere("ORDER BY p.number DESC", []),

    /** The promotion of a code, running or not. */
    findByCode: async (promoCode: string): Promise<StoredPromotion | null> =>
      (await findWhere("WHERE p.promo_code = $1", [promoCode]))[0] ?? null,

    /** The flash sales that run at a time, newest first. */
    findFlashSales: (at: string): Promise<StoredPromotion[]> =>
      findWhere(
        "WHERE p.kind = 'flash' AND p.starts_at <= $1 AND LEAST(p.ends_at, p.ended_at) > $1 ORDER BY p.number DESC",
        [at],
      ),

    /** How many orders use a promotion, in all and of one account. */
    async countUses(promotionId: string, accountId: number | null): Promise<Uses> {
      const { rows } = await pool.query<Uses>(
        `SELECT (${countUsesSql("$1")}) AS "all", (${countUsesSql("$1")} AND o.account_id = $2) AS "byAccount"`,
        [promotionId, accountId],
      );
      return rows[0] ?? { all: 0, byAccount: 0 };
    },
  };
}

/** See {@link createPromotions}. */
export type Promotions = ReturnType<typeof createPromotions>;
