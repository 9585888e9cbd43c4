import type pg from "pg";
import { expect } from "vitest";

/**
 * Every value of every column of every table, as text.
 *
 * @param options.except schemas to omit; for example `search`, which has words of unlocked entries in clear text
 */
export async function readEverythingStored(
  pool: pg.Pool,
  { except = [] }: { except?: readonly string[] } = {},
): Promise<string> {
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `SELECT table_schema AS schema, table_name AS name FROM information_schema.tables
     WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')
       AND NOT table_schema = ANY ($1::text[])`,
    [except],
  );
  expect(rows.length).toBeGreaterThan(10);
  const texts: string[] = [];
  for (const { schema, name } of rows) {
    const tableRows = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${schema}"."${name}" t`);
    texts.push(...tableRows.rows.map(({ row }) => row));
  }
  return texts.join("\n");
}
