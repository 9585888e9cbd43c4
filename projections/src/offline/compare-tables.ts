import type { Table } from "@daybook/read-models/define-table";
import { columnName, columnsOf, tableName } from "@daybook/read-models/table-sql";
import type pg from "pg";

/**
 * The first difference between the live tables and the log: table, key (ids) and column, never a value. `missing`: only the
 * log has the row; `extra`: only the live table has it.
 */
export type Difference =
  | { readonly kind: "changed"; readonly table: string; readonly key: string; readonly column: string }
  | { readonly kind: "missing" | "extra"; readonly table: string; readonly key: string };

type TextRow = readonly (string | null)[];

const pageSize = 200;
/** Returns every value as the database's text. */
const keepText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

/** The rows of a table in key order, with all values as text. Needs an open transaction. */
async function* rowsInOrder(
  client: pg.ClientBase,
  table: Table,
  variant: "" | "__check",
): AsyncGenerator<TextRow> {
  const names = columnsOf(table);
  const columns = names.map(columnName).join(", ");
  // Order texts by their bytes, as `compareKeys` does, not by the database's language.
  const order = table.primaryKey.map((name) => {
    const collation = table.columns[name]?.type === "text" ? ` COLLATE "C"` : "";
    return columnName(name) + collation;
  });
  await client.query(
    `DECLARE rows_in_order NO SCROLL CURSOR FOR SELECT ${columns} FROM ${tableName(table, variant)} ORDER BY ${order.join(", ")}`,
  );
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${pageSize} FROM rows_in_order`,
      values: [],
      rowMode: "array",
      types: keepText,
    });
    yield* rows;
    if (rows.length < pageSize) break;
  }
  await client.query("CLOSE rows_in_order");
}

function compareKeys(table: Table, a: TextRow, b: TextRow): number {
  const names = columnsOf(table);
  for (const name of table.primaryKey) {
    const index = names.indexOf(name);
    const [left, right] = [a[index] ?? "", b[index] ?? ""];
    if (left === right) continue;
    if (table.columns[name]?.type === "text") return Buffer.compare(Buffer.from(left), Buffer.from(right));
    return BigInt(left) < BigInt(right) ? -1 : 1;
  }
  return 0;
}

function keyText(table: Table, row: TextRow): string {
  const names = columnsOf(table);
  return table.primaryKey.map((name) => `${columnName(name)} ${row[names.indexOf(name)]}`).join(", ");
}

/**
 * Compares a live table, in the transaction of `liveClient`, with the shadow table made from the log. Returns the first
 * difference in key order, or the number of equal rows.
 */
export async function compareTable(
  table: Table,
  liveClient: pg.ClientBase,
  shadowClient: pg.ClientBase,
): Promise<Difference | number> {
  const names = columnsOf(table);
  const liveRows = rowsInOrder(liveClient, table, "");
  const expectedRows = rowsInOrder(shadowClient, table, "__check");
  for (let equalRowCount = 0; ; equalRowCount += 1) {
    const [liveRow, expectedRow] = await Promise.all([liveRows.next(), expectedRows.next()]);
    if (liveRow.done && expectedRow.done) return equalRowCount;
    const order = liveRow.done
      ? 1
      : expectedRow.done
        ? -1
        : compareKeys(table, liveRow.value, expectedRow.value);
    if (order < 0) return { kind: "extra", table: table.name, key: keyText(table, liveRow.value as TextRow) };
    if (order > 0)
      return { kind: "missing", table: table.name, key: keyText(table, expectedRow.value as TextRow) };
    const [left, right] = [liveRow.value as TextRow, expectedRow.value as TextRow];
    const differentColumn = names.find((_, index) => left[index] !== right[index]);
    if (differentColumn !== undefined) {
      const key = keyText(table, left);
      return { kind: "changed", table: table.name, key, column: columnName(differentColumn) };
    }
  }
}
