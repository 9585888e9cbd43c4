import type { Table } from "@daybook/read-models/define-table";
import { columnName, columnsOf, tableName } from "@daybook/read-models/table-sql";
import type pg from "pg";

/**
 * Where live tables and log first disagree. Names the table, the key (ids) and the column, never a value. `missing`: the
 * log says there is such a row; `extra`: it says there is none.
 */
export type Difference =
  | { readonly kind: "changed"; readonly table: string; readonly key: string; readonly column: string }
  | { readonly kind: "missing" | "extra"; readonly table: string; readonly key: string };

type TextRow = readonly (string | null)[];

const page = 200;
const asText: pg.CustomTypesConfig = { getTypeParser: () => (value: unknown) => value };

/** The rows of one copy in the order of their keys, every value as the server's text. In the client's transaction. */
async function* rowsInOrder(
  client: pg.ClientBase,
  table: Table,
  copy: "" | "__check",
): AsyncGenerator<TextRow> {
  const names = columnsOf(table);
  const columns = names.map(columnName).join(", ");
  // Texts by their bytes, whatever the database's language is, as the two sides are merged here.
  const order = table.primaryKey.map((name) => {
    const collation = table.columns[name]?.type === "text" ? ` COLLATE "C"` : "";
    return columnName(name) + collation;
  });
  await client.query(
    `DECLARE rows_in_order NO SCROLL CURSOR FOR SELECT ${columns} FROM ${tableName(table, copy)} ORDER BY ${order.join(", ")}`,
  );
  for (;;) {
    const { rows } = await client.query<(string | null)[]>({
      text: `FETCH ${page} FROM rows_in_order`,
      values: [],
      rowMode: "array",
      types: asText,
    });
    yield* rows;
    if (rows.length < page) break;
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
 * Compares the live copy of a table, as `live` sees it in its transaction, with the copy made from the log. Answers the
 * first difference in the order of keys, or how many rows were equal.
 */
export async function compareTable(
  table: Table,
  live: pg.ClientBase,
  fromLog: pg.ClientBase,
): Promise<Difference | number> {
  const names = columnsOf(table);
  const actual = rowsInOrder(live, table, "");
  const expected = rowsInOrder(fromLog, table, "__check");
  for (let rows = 0; ; rows += 1) {
    const [a, e] = await Promise.all([actual.next(), expected.next()]);
    if (a.done && e.done) return rows;
    const order = a.done ? 1 : e.done ? -1 : compareKeys(table, a.value, e.value);
    if (order < 0) return { kind: "extra", table: table.name, key: keyText(table, a.value as TextRow) };
    if (order > 0) return { kind: "missing", table: table.name, key: keyText(table, e.value as TextRow) };
    const [left, right] = [a.value as TextRow, e.value as TextRow];
    const different = names.find((_, index) => left[index] !== right[index]);
    if (different !== undefined) {
      const key = keyText(table, left);
      return { kind: "changed", table: table.name, key, column: columnName(different) };
    }
  }
}
