import { readTypes } from "@daybook/read-models/read-types";
import { columnName, selectList, tableName } from "@daybook/read-models/table-sql";
import type { Pool } from "pg";
import type { Projection } from "../core/define-projection.ts";
import type { Row } from "../core/table-changes.ts";

/** All rows of a projection's live tables by table name, in key order. */
export async function tableRows(pool: Pool, projection: Projection): Promise<Record<string, Row[]>> {
  const rowsByTable: Record<string, Row[]> = {};
  for (const [name, table] of Object.entries(projection.tables)) {
    const { rows } = await pool.query<Row>({
      text: `SELECT ${selectList(table, "t")} FROM ${tableName(table)} t ORDER BY ${table.primaryKey.map(columnName).join(", ")}`,
      values: [],
      types: readTypes,
    });
    rowsByTable[name] = rows;
  }
  return rowsByTable;
}
