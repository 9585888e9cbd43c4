import type { Table } from "@daybook/read-models/define-table";
import { readTypes } from "@daybook/read-models/read-types";
import { columnsOf, type TableVariant } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Row, TableChanges } from "../core/table-changes.ts";
import { arrayLiteral } from "./encode.ts";
import { statementsOf } from "./statements.ts";

/** One connection, so that statements can share a transaction. */
export type Client = Pick<pg.ClientBase, "query">;

/** Rows are sent in portions of about this many characters, so that large bodies do not fill the memory. */
const PORTION_CHARACTERS = 4_000_000;

/** One array literal per column. */
function columnArrays(names: readonly string[], rows: readonly Row[]): string[] {
  return names.map((name) => arrayLiteral(rows.map((row) => row[name])));
}

/** Splits rows into portions by their size. */
export function* splitRows(rows: Iterable<Row>, limit = PORTION_CHARACTERS): Generator<Row[]> {
  let portion: Row[] = [];
  let size = 0;
  for (const row of rows) {
    portion.push(row);
    size += 64;
    for (const name in row) {
      const value = row[name];
      if (typeof value === "string") size += value.length;
    }
    if (size >= limit) {
      yield portion;
      portion = [];
      size = 0;
    }
  }
  if (portion.length > 0) yield portion;
}

/** The name under which the server prepares a statement. Only for live tables, because shadow tables are dropped soon. */
const preparedName = (name: string, table: Table, variant: TableVariant) =>
  variant === "" ? { name: `${name}-${table.name}` } : {};

/** Loads the wanted rows of all tables of a batch. */
export async function loadWantedRows(
  client: Client,
  changes: readonly TableChanges[],
  variant: TableVariant,
): Promise<void> {
  for (const change of changes) {
    if (change.wantedKeys.size === 0) continue;
    const { table } = change;
    const keys = columnArrays(table.primaryKey, [...change.wantedKeys.values()]);
    const text = statementsOf(table, variant).load;
    const { rows } = await client.query<Row>({
      ...preparedName("load", table, variant),
      text,
      values: keys,
      types: readTypes,
    });
    change.setLoadedRows(rows);
  }
}

/** Inserts or replaces whole rows. */
export async function upsertRows(
  client: Client,
  table: Table,
  variant: TableVariant,
  rows: Iterable<Row>,
): Promise<void> {
  const names = columnsOf(table);
  for (const portion of splitRows(rows)) {
    const text = statementsOf(table, variant).upsert;
    await client.query({
      ...preparedName("upsert", table, variant),
      text,
      values: columnArrays(names, portion),
    });
  }
}

/** Deletes rows by their keys, and combines the added amounts with the stored counters. Works on live and shadow tables. */
export async function writeDeletesAndCounters(
  client: Client,
  change: TableChanges,
  variant: TableVariant,
): Promise<void> {
  const { table } = change;
  const { deleteKeys, add } = statementsOf(table, variant);
  if (change.deletes.size > 0) {
    const values = columnArrays(table.primaryKey, [...change.deletes.values()]);
    await client.query({ ...preparedName("delete", table, variant), text: deleteKeys, values });
  }
  if (change.addedAmounts.size > 0) {
    const values = columnArrays(columnsOf(table), [...change.addedAmounts.values()]);
    await client.query({ ...preparedName("add", table, variant), text: add, values });
  }
}

/** Deletes all rows whose `group` column has one of these values. Does nothing for a table without such a column. */
export async function deleteGroups(
  client: Client,
  table: Table,
  variant: TableVariant,
  groups: Iterable<number>,
) {
  const { deleteGroups: text } = statementsOf(table, variant);
  if (text !== null) await client.query(text, [arrayLiteral([...groups])]);
}

/** Writes the changes of a batch to the live tables. */
export async function writeChanges(client: Client, changes: readonly TableChanges[]): Promise<void> {
  for (const change of changes) {
    if (change.isEmpty) continue;
    if (change.deletedGroups.size > 0) await deleteGroups(client, change.table, "", change.deletedGroups);
    await writeDeletesAndCounters(client, change, "");
    if (change.puts.size > 0) await upsertRows(client, change.table, "", change.puts.values());
  }
}
