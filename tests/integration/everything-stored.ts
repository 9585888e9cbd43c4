import type pg from "pg";
import { expect } from "vitest";

/**
 * Every value of every column of every table, as text. Letters and digits in binary columns appear as they are.
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
  const client = await pool.connect();
  try {
    // By default PostgreSQL shows binary columns in hexadecimal, where no test would find a word.
    await client.query("SET bytea_output = 'escape'");
    for (const { schema, name } of rows) {
      const tableRows = await client.query<{ row: string }>(
        `SELECT t::text AS row FROM "${schema}"."${name}" t`,
      );
      for (const { row } of tableRows.rows) texts.push(row);
    }
  } finally {
    await client.query("RESET bytea_output");
    client.release();
  }
  return texts.join("\n");
}
