import type { Position } from "@daybook/platform/event-store/event-store";
import {
  columnName,
  columnsOf,
  type Copy,
  createIndexes,
  createTable,
  tableName,
} from "@daybook/read-models/table-sql";
import { readTypes } from "@daybook/read-models/read-types";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { foldBatch } from "../core/fold-batch.ts";
import type { LogEvent } from "../core/log-event.ts";
import { type MapKey, mapKeyOf, type Row, type TableChanges } from "../core/table-changes.ts";
import { copyRows } from "../storage/copy-rows.ts";
import { arrayLiteral } from "../storage/encode.ts";
import { statementsOf } from "../storage/statements.ts";
import {
  type Client,
  deleteGroups,
  loadWanted,
  upsertRows,
  writeDeletesAndTallies,
} from "../storage/write-changes.ts";

/** A second set of a projection's tables, which is filled from the log beside the live ones. */
export type Shadow = {
  readonly projection: Projection;
  /** How far it is in the log. */
  position: Position | null;
  /** Makes the tables anew, without their secondary indexes. */
  create(client: pg.ClientBase): Promise<void>;
  /** Folds events into them. Strict: throws `EventFailed` at the first that cannot be applied. */
  apply(client: pg.ClientBase, events: readonly LogEvent[], end: Position): Promise<void>;
  index(client: pg.ClientBase): Promise<void>;
  drop(client: Client): Promise<void>;
};

/** Prepares a shadow of a projection. */
export function createShadow(projection: Projection, copy: Exclude<Copy, "">): Shadow {
  const tables = Object.values(projection.tables);
  async function write(client: pg.ClientBase, change: TableChanges): Promise<void> {
    const { table, puts, groups } = change;
    if (groups.size > 0) await deleteGroups(client, table, copy, groups);
    await writeDeletesAndTallies(client, change, copy);
    if (puts.size === 0) return;
    const known = table.appendOnly ? new Set<MapKey>() : await knownKeys(client, change);
    const fresh: Row[] = [];
    const changed: Row[] = [];
    for (const [key, row] of puts) (known.has(key) ? changed : fresh).push(row);
    if (fresh.length > 0) await copyRows(client, table, copy, fresh);
    if (changed.length > 0) await upsertRows(client, table, copy, changed);
  }

  /** Which of the rows to write are there already: as loaded before, or else asked for. */
  async function knownKeys(
    client: pg.ClientBase,
    { table, puts, loaded }: TableChanges,
  ): Promise<Set<MapKey>> {
    const known = new Set<MapKey>();
    const unsure: Row[] = [];
    for (const [key, row] of puts) {
      const before = loaded.get(key);
      if (before === undefined) unsure.push(row);
      else if (before !== null) known.add(key);
    }
    if (unsure.length === 0) return known;
    const { rows } = await client.query<Row>({
      text: statementsOf(table, copy).known,
      values: table.primaryKey.map((name) => arrayLiteral(unsure.map((row) => row[name]))),
      types: readTypes,
    });
    for (const row of rows) known.add(mapKeyOf(table, row));
    return known;
  }

  const drop = async (client: Client): Promise<void> => {
    for (const table of tables) await client.query(`DROP TABLE IF EXISTS ${tableName(table, copy)}`);
  };

  return {
    projection,
    position: null,
    async create(client) {
      await drop(client);
      for (const table of tables) await client.query(createTable(table, copy));
    },
    async apply(client, events, end) {
      const fold = foldBatch(projection, events);
      await loadWanted(client, fold.changes, copy);
      fold.run();
      for (const change of fold.changes) if (!change.isEmpty) await write(client, change);
      this.position = end;
    },
    async index(client) {
      for (const table of tables) {
        for (const statement of createIndexes(table, copy)) await client.query(statement);
        // Without statistics the first queries after the swap would be planned blindly. Of ciphertext there are none.
        const clear = columnsOf(table).filter((name) => table.columns[name]?.sealed === null);
        await client.query(`ANALYZE ${tableName(table, copy)} (${clear.map(columnName).join(", ")})`);
      }
    },
    drop,
  };
}
