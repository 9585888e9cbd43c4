import type { Table } from "@daybook/read-models/define-table";
import { readTypes } from "@daybook/read-models/read-types";
import { columnsOf, type Copy } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Row, TableChanges } from "../core/table-changes.ts";
import { arrayLiteral } from "./encode.ts";
import { statementsOf } from "./statements.ts";

/** A client inside a transaction. */
export type Client = Pick<pg.ClientBase, "query">;

/** Rows go to the server in portions of about this many characters, so that large bodies do not pile up in memory. */
const PORTION = 4_000_000;

/** One array literal per column. */
function columnArrays(names: readonly string[], rows: readonly Row[]): string[] {
  return names.map((name) => arrayLiteral(rows.map((row) => row[name])));
}

/** Cuts rows into portions by their size. */
export function* portions(rows: Iterable<Row>, limit = PORTION): Generator<Row[]> {
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

/** Only the live tables' statements stay planned: the other copies are dropped soon. */
const named = (name: string, table: Table, copy: Copy) =>
  copy === "" ? { name: `${name}-${table.name}` } : {};

/** Reads the rows that a batch wants, of all its tables. */
export async function loadWanted(
  client: Client,
  changes: readonly TableChanges[],
  copy: Copy,
): Promise<void> {
  for (const change of changes) {
    if (change.wanted.size === 0) continue;
    const { table } = change;
    const keys = columnArrays(table.primaryKey, [...change.wanted.values()]);
    const text = statementsOf(table, copy).load;
    const { rows } = await client.query<Row>({
      ...named("load", table, copy),
      text,
      values: keys,
      types: readTypes,
    });
    change.take(rows);
  }
}

/** Writes whole rows over what is there. */
export async function upsertRows(
  client: Client,
  table: Table,
  copy: Copy,
  rows: Iterable<Row>,
): Promise<void> {
  const names = columnsOf(table);
  for (const portion of portions(rows)) {
    const text = statementsOf(table, copy).upsert;
    await client.query({ ...named("upsert", table, copy), text, values: columnArrays(names, portion) });
  }
}

/** Deletes by keys, adds to tallies: what a rebuild does in the same way. */
export async function writeDeletesAndTallies(
  client: Client,
  change: TableChanges,
  copy: Copy,
): Promise<void> {
  const { table } = change;
  const { deleteKeys, add } = statementsOf(table, copy);
  if (change.deletes.size > 0) {
    const values = columnArrays(table.primaryKey, [...change.deletes.values()]);
    await client.query({ ...named("delete", table, copy), text: deleteKeys, values });
  }
  if (change.added.size > 0) {
    const values = columnArrays(columnsOf(table), [...change.added.values()]);
    await client.query({ ...named("add", table, copy), text: add, values });
  }
}

/** Deletes all rows of these groups. */
export async function deleteGroups(client: Client, table: Table, copy: Copy, groups: Iterable<number>) {
  const { deleteGroups: text } = statementsOf(table, copy);
  if (text !== null) await client.query(text, [arrayLiteral([...groups])]);
}

/** Writes what a batch changed to the live tables. */
export async function writeChanges(client: Client, changes: readonly TableChanges[]): Promise<void> {
  for (const change of changes) {
    if (change.isEmpty) continue;
    if (change.groups.size > 0) await deleteGroups(client, change.table, "", change.groups);
    await writeDeletesAndTallies(client, change, "");
    if (change.puts.size > 0) await upsertRows(client, change.table, "", change.puts.values());
  }
}
