import type { Table } from "./define-table.ts";

/** The schema of every read model. */
export const SCHEMA = "read_models";

/**
 * Which copy of a table: the one that is read, the one that a rebuild loads, or the one that a verification loads.
 * The text is the ending of its name.
 */
export type Copy = "" | "__next" | "__check";

/** A column's name in the database. */
export function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** A table's qualified name. */
export function tableName(table: Pick<Table, "name">, copy: Copy = ""): string {
  return `${SCHEMA}.${table.name}${copy}`;
}

/** The names of a table's columns in rows, in the order of its definition. */
export function columnsOf<T extends Table>(table: T): (keyof T["columns"] & string)[] {
  return Object.keys(table.columns);
}

/** Columns for a SELECT, each under its name in rows: `e.created_at AS "createdAt"`. */
export function selectList<T extends Table>(
  table: T,
  alias: string,
  names: readonly (keyof T["columns"] & string)[] = columnsOf(table),
): string {
  return names.map((name) => `${alias}.${columnName(name)} AS "${name}"`).join(", ");
}

const primaryKeyName = (table: Table, copy: Copy): string => `${table.name}_pkey${copy}`;

/** Creates a table with its primary key; secondary indexes come apart, as a bulk load is faster without them. */
export function createTable(table: Table, copy: Copy = ""): string {
  const columns = Object.entries(table.columns).map(([name, column]) => {
    const sqlName = columnName(name);
    // Ciphertext does not compress, so trying costs time and wins nothing.
    const storage = column.sealed === null ? "" : " STORAGE EXTERNAL";
    // Named, so that a table that was swapped in has the very names of one that was created in place.
    const notNull = column.nullable ? "" : ` CONSTRAINT ${table.name}_${sqlName}_not_null NOT NULL`;
    return `${sqlName} ${column.type}${storage}${notNull}`;
  });
  const key = table.primaryKey.map(columnName).join(", ");
  // Nothing of a verification outlives it, so it need not survive a crash of the server.
  const unlogged = copy === "__check" ? "UNLOGGED " : "";
  // A page of a diary stays in its row, which is written and read at once; only long ones go to a table of their own.
  const options = " WITH (toast_tuple_target = 8160)";
  return `CREATE ${unlogged}TABLE ${tableName(table, copy)} (\n  ${columns.join(",\n  ")},\n  CONSTRAINT ${primaryKeyName(table, copy)} PRIMARY KEY (${key})\n)${options}`;
}

/** Creates the secondary indexes of a table. */
export function createIndexes(table: Table, copy: Copy = ""): string[] {
  return table.indexes.map(({ name, on, where, include }) => {
    const included = include === undefined ? "" : ` INCLUDE (${include})`;
    const only = where === undefined ? "" : ` WHERE ${where}`;
    return `CREATE INDEX ${name}${copy} ON ${tableName(table, copy)} (${on})${included}${only}`;
  });
}

/** Gives a copy and its indexes the names of the live table, which must be gone. */
export function renameToLive(table: Table, copy: Exclude<Copy, "">): string[] {
  const live = [primaryKeyName(table, ""), ...table.indexes.map(({ name }) => name)];
  return [
    `ALTER TABLE ${tableName(table, copy)} RENAME TO ${table.name}`,
    ...live.map((name) => `ALTER INDEX ${SCHEMA}.${name}${copy} RENAME TO ${name}`),
  ];
}
