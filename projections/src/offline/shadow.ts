import type { Position } from "@daybook/platform/event-store/event-store";
import {
  columnName,
  columnsOf,
  type TableVariant,
  createIndexes,
  createTable,
  tableName,
} from "@daybook/read-models/table-sql";
import type { Queryable } from "@daybook/read-models/queries/queryable";
import { readTypes } from "@daybook/read-models/read-types";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { prepareFold } from "../core/fold-batch.ts";
import type { LogEvent } from "../core/log-event.ts";
import { type MapKey, mapKeyOf, type Row, type TableChanges } from "../core/table-changes.ts";
import { copyRows } from "../storage/copy-rows.ts";
import { arrayLiteral } from "../storage/encode.ts";
import { statementsOf } from "../storage/statements.ts";
import {
  deleteGroups,
  loadWantedRows,
  upsertRows,
  writeDeletesAndCounters,
} from "../storage/write-changes.ts";

/** A second set of a projection's tables, filled from the log while the live tables stay in use. */
export type Shadow = {
  readonly projection: Projection;
  /** The position in the log up to which the events are applied. */
  position: Position | null;
  /** Creates empty tables without secondary indexes. Drops existing ones. */
  create(client: pg.ClientBase): Promise<void>;
  /** Applies events, and sets `position` to `end`. Throws `EventFailed` at the first event that cannot be applied. */
  apply(client: pg.ClientBase, events: readonly LogEvent[], end: Position): Promise<void>;
  /** Creates the secondary indexes and statistics. */
  index(client: pg.ClientBase): Promise<void>;
  drop(db: Queryable): Promise<void>;
};

/** Returns a shadow of a projection. The tables of the shadow are created later, when `create` is called. */
export function createShadow(projection: Projection, variant: Exclude<TableVariant, "">): Shadow {
  const tables = Object.values(projection.tables);
  async function write(client: pg.ClientBase, change: TableChanges): Promise<void> {
    const { table, puts, deletedGroups } = change;
    if (deletedGroups.size > 0) await deleteGroups(client, table, variant, deletedGroups);
    await writeDeletesAndCounters(client, change, variant);
    if (puts.size === 0) return;
    const existingKeys = table.appendOnly ? new Set<MapKey>() : await findExistingKeys(client, change);
    const newRows: Row[] = [];
    const changedRows: Row[] = [];
    for (const [key, row] of puts) (existingKeys.has(key) ? changedRows : newRows).push(row);
    if (newRows.length > 0) await copyRows(client, table, variant, newRows);
    if (changedRows.length > 0) await upsertRows(client, table, variant, changedRows);
  }

  /** The keys in `puts` whose rows exist already. Looks up the rows that were not loaded before. */
  async function findExistingKeys(
    client: pg.ClientBase,
    { table, puts, loadedRows }: TableChanges,
  ): Promise<Set<MapKey>> {
    const existingKeys = new Set<MapKey>();
    const uncertainRows: Row[] = [];
    for (const [key, row] of puts) {
      const loadedRow = loadedRows.get(key);
      if (loadedRow === undefined) uncertainRows.push(row);
      else if (loadedRow !== null) existingKeys.add(key);
    }
    if (uncertainRows.length === 0) return existingKeys;
    const { rows } = await client.query<Row>({
      text: statementsOf(table, variant).existingKeys,
      values: table.primaryKey.map((name) => arrayLiteral(uncertainRows.map((row) => row[name]))),
      types: readTypes,
    });
    for (const row of rows) existingKeys.add(mapKeyOf(table, row));
    return existingKeys;
  }

  const dropTables = async (db: Queryable): Promise<void> => {
    for (const table of tables) await db.query(`DROP TABLE IF EXISTS ${tableName(table, variant)}`);
  };

  return {
    projection,
    position: null,
    async create(client) {
      await dropTables(client);
      for (const table of tables) await client.query(createTable(table, variant));
    },
    async apply(client, events, end) {
      const fold = prepareFold(projection, events);
      await loadWantedRows(client, fold.changes, variant);
      fold.run();
      for (const change of fold.changes) if (!change.isEmpty) await write(client, change);
      this.position = end;
    },
    async index(client) {
      for (const table of tables) {
        for (const statement of createIndexes(table, variant)) await client.query(statement);
        // Without statistics the first queries after the swap would get bad plans. Ciphertext needs no statistics.
        const plainColumns = columnsOf(table).filter((name) => table.columns[name]?.sealed === null);
        await client.query(
          `ANALYZE ${tableName(table, variant)} (${plainColumns.map(columnName).join(", ")})`,
        );
      }
    },
    drop: dropTables,
  };
}
