import type { DomainEvent } from "@daybook/domain/events";
import { domainSamples } from "@daybook/domain/samples";
import { toPosition } from "@daybook/platform/event-store/position";
import type { Projection } from "../core/define-projection.ts";
import { prepareFold } from "../core/fold-batch.ts";
import type { LogEvent } from "../core/log-event.ts";
import { addAmounts, type MapKey, type Row, type TableChanges } from "../core/table-changes.ts";
import { streamOfEvent } from "./diary-events.ts";

/** Makes a log from events: adds streams, revisions and positions. */
export function logOf(...events: readonly DomainEvent[]): LogEvent[] {
  const revisions = new Map<string, number>();
  return events.map((domainEvent, index) => {
    const stream = streamOfEvent(domainEvent);
    const revision = (revisions.get(stream) ?? -1) + 1;
    revisions.set(stream, revision);
    return { stream, revision, position: toPosition(index + 1), type: domainEvent.type, domainEvent };
  });
}

/** The sample event of every type, as one log. */
export const sampleLog = logOf(...Object.values(domainSamples));

/** Orders rows by their keys, as the database does. */
const compareByKey =
  ({ primaryKey }: TableChanges["table"]) =>
  (a: Row, b: Row): number => {
    const differingColumn = primaryKey.find((column) => a[column] !== b[column]);
    return differingColumn !== undefined && (a[differingColumn] as number) < (b[differingColumn] as number)
      ? -1
      : 1;
  };

/** The tables of a projection in memory, so that tests of handlers need no database. */
export function createMemoryTables(projection: Projection) {
  const tables = new Map<TableChanges["table"], Map<MapKey, Row>>();
  const rowsOf = (table: TableChanges["table"]): Map<MapKey, Row> => {
    const rows = tables.get(table) ?? new Map<MapKey, Row>();
    tables.set(table, rows);
    return rows;
  };

  function write(change: TableChanges): void {
    const { table } = change;
    const rows = rowsOf(table);
    for (const [key, row] of rows) {
      if (table.group !== null && change.deletedGroups.has(row[table.group] as number)) rows.delete(key);
    }
    for (const key of change.deletes.keys()) rows.delete(key);
    for (const [key, amounts] of change.addedAmounts) {
      const existingRow = rows.get(key);
      rows.set(key, existingRow ? addAmounts(table, existingRow, amounts) : amounts);
    }
    for (const [key, row] of change.puts) rows.set(key, row);
  }

  return {
    /** Applies events in one batch. */
    apply(...events: readonly LogEvent[]): void {
      const { changes, run } = prepareFold(projection, events);
      for (const change of changes) {
        const rows = rowsOf(change.table);
        change.setLoadedRows(
          [...change.wantedKeys.keys()].map((key) => rows.get(key)).filter((row) => row !== undefined),
        );
      }
      run();
      for (const change of changes) write(change);
    },
    /** All rows by table name, in key order. */
    rows(): Record<string, Row[]> {
      return Object.fromEntries(
        Object.entries(projection.tables).map(([name, table]) => {
          return [name, [...rowsOf(table).values()].toSorted(compareByKey(table))];
        }),
      );
    },
  };
}
