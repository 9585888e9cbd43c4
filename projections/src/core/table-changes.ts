import type { Table } from "@daybook/read-models/define-table";

/** A row of any table. */
export type Row = Readonly<Record<string, unknown>>;
/** A primary key, as the key of a map. */
export type MapKey = number | string;

/** The primary key of a row as the key of a map. A single id stays a number, which is faster than a string. */
export function mapKeyOf(table: Table, row: Row): MapKey {
  const [firstColumn, ...otherColumns] = table.primaryKey;
  const value = row[firstColumn!];
  if (otherColumns.length === 0) return typeof value === "number" ? value : String(value);
  return JSON.stringify(table.primaryKey.map((name) => row[name]));
}

/** A handler read a row that `keys` of its projection does not name. Only the rows that `keys` names are loaded. */
export class NotLoaded extends Error {
  override readonly name = "NotLoaded";
  constructor(table: string) {
    super(`a row of ${table} was read that keys() does not name`);
  }
}

/** Collects the changes that a batch makes to one table, so that they are written together. */
export class TableChanges {
  readonly table: Table;
  /** Loaded rows by key; `null` when there is no such row. */
  readonly loadedRows = new Map<MapKey, Row | null>();
  /** Keys of rows to load. */
  readonly wantedKeys = new Map<MapKey, Row>();
  /** Rows to write. */
  readonly puts = new Map<MapKey, Row>();
  /** Keys of rows to delete. */
  readonly deletes = new Map<MapKey, Row>();
  /** Values of the table's `group` column. All rows with one of these values are deleted before the rows of `puts` are written. */
  readonly deletedGroups = new Set<number>();
  /** Amounts to combine with the stored counters. */
  readonly addedAmounts = new Map<MapKey, Row>();
  readonly #groupKeys = new Map<unknown, MapKey[]>();

  constructor(table: Table) {
    this.table = table;
  }

  /** Whether there is nothing to write. */
  get isEmpty(): boolean {
    return (
      this.puts.size === 0 &&
      this.deletes.size === 0 &&
      this.deletedGroups.size === 0 &&
      this.addedAmounts.size === 0
    );
  }

  requestRow(key: Row): void {
    const mapKey = mapKeyOf(this.table, key);
    if (!this.loadedRows.has(mapKey)) this.wantedKeys.set(mapKey, key);
  }

  /** Stores the loaded rows. Requested keys without a row are stored as `null`. */
  setLoadedRows(rows: Iterable<Row>): void {
    for (const mapKey of this.wantedKeys.keys()) this.loadedRows.set(mapKey, null);
    this.wantedKeys.clear();
    for (const row of rows) this.loadedRows.set(mapKeyOf(this.table, row), row);
  }

  get(key: Row): Row | undefined {
    const mapKey = mapKeyOf(this.table, key);
    const newRow = this.puts.get(mapKey);
    if (newRow) return newRow;
    if (this.deletes.has(mapKey)) return undefined;
    const loadedRow = this.loadedRows.get(mapKey);
    if (loadedRow === undefined) throw new NotLoaded(this.table.name);
    return loadedRow ?? undefined;
  }

  put(row: Row): void {
    const mapKey = mapKeyOf(this.table, row);
    this.puts.set(mapKey, row);
    this.deletes.delete(mapKey);
    const { group } = this.table;
    if (group === null) return;
    const keys = this.#groupKeys.get(row[group]);
    if (keys) keys.push(mapKey);
    else this.#groupKeys.set(row[group], [mapKey]);
  }

  delete(key: Row): void {
    const mapKey = mapKeyOf(this.table, key);
    this.puts.delete(mapKey);
    this.deletes.set(mapKey, key);
  }

  deleteGroup(value: number): void {
    for (const mapKey of this.#groupKeys.get(value) ?? []) this.puts.delete(mapKey);
    this.#groupKeys.delete(value);
    this.deletedGroups.add(value);
  }

  add(amounts: Row): void {
    const mapKey = mapKeyOf(this.table, amounts);
    const currentAmounts = this.addedAmounts.get(mapKey);
    this.addedAmounts.set(mapKey, currentAmounts ? addAmounts(this.table, currentAmounts, amounts) : amounts);
  }
}

/** Combines two rows of counters by the rules of the table: the sum or the greater value of each column. */
export function addAmounts(table: Table, currentRow: Row, amounts: Row): Row {
  const combinedRow: Record<string, unknown> = { ...currentRow };
  for (const [name, combineRule] of Object.entries(table.combine)) {
    const [a, b] = [currentRow[name], amounts[name]] as [number, number] | [string, string];
    if (combineRule === "sum") combinedRow[name] = Number(a) + Number(b);
    // ISO instants with four-digit years can be compared as texts.
    else combinedRow[name] = a > b ? a : b;
  }
  return combinedRow;
}
