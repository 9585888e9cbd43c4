import type { Pool } from "pg";
import { columnName, tableName } from "../table-sql.ts";
import type { RowOf, Table } from "../define-table.ts";

/** Inserts rows into a table of a read model. */
export async function insertRows<T extends Table>(
  pool: Pool,
  table: T,
  rows: readonly RowOf<T>[],
): Promise<void> {
  const names = Object.keys(table.columns);
  const arrays = names.map((name, index) => `$${index + 1}::${table.columns[name]?.type}[]`);
  await pool.query(
    `INSERT INTO ${tableName(table)} (${names.map(columnName).join(", ")}) SELECT * FROM unnest(${arrays.join(", ")})`,
    names.map((name) => rows.map((row: Readonly<Record<string, unknown>>) => row[name])),
  );
}
