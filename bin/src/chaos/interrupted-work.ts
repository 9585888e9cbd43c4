import type pg from "pg";

/** The ids of the work that kills have interrupted. */
export type InterruptedWork = {
  readonly purchases: Set<number>;
  readonly renewals: Set<number>;
  readonly downgrades: Set<number>;
  readonly refunds: Set<number>;
};

/** An empty record, for the start of a run. */
export const noInterruptedWork = (): InterruptedWork => ({
  purchases: new Set(),
  renewals: new Set(),
  downgrades: new Set(),
  refunds: new Set(),
});

type OpenWork = { kind: keyof InterruptedWork; id: number };

// Work is open when it has begun and not ended. All operations of a run are downgrades.
const openWorkQuery = `
  SELECT CASE kind WHEN 'auto_renewed' THEN 'renewals' ELSE 'purchases' END AS kind, id
  FROM payments.orders WHERE status IN ('started', 'charged')
  UNION ALL SELECT 'refunds', order_id FROM payments.refunds WHERE status IN ('started', 'paid')
  UNION ALL SELECT 'downgrades', id FROM processes.operations WHERE status = 'running'`;

async function findOpenWork(pool: pg.Pool): Promise<OpenWork[]> {
  return (await pool.query<OpenWork>(openWorkQuery)).rows;
}

/** True while there is open work that no kill has interrupted yet. */
export async function hasNewOpenWork(pool: pg.Pool, interrupted: InterruptedWork): Promise<boolean> {
  return (await findOpenWork(pool)).some(({ kind, id }) => !interrupted[kind].has(id));
}

/** Adds the work that is open in the database. Call it just after a kill of the product. */
export async function noteInterruptedWork(pool: pg.Pool, interrupted: InterruptedWork): Promise<void> {
  for (const { kind, id } of await findOpenWork(pool)) interrupted[kind].add(id);
}
