import type { Table } from "./define-table.ts";

/** The schema of every read model. */
export const SCHEMA = "read_models";

/**
 * The suffix of a table's name: `""` for the live table, `__next` for the one that a rebuild loads, `__check` for the one
 * that a verification loads.
 */
export type TableVariant = "" | "__next" | "__check";

/** The name of a column in the database. */
export function columnName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The qualified name of a table. */
export function tableName(table: Pick<Table, "name">, variant: TableVariant = ""): string {
  return `${SCHEMA}.${table.name}${variant}`;
}

/** The names of a table's columns in rows, in the order of the definition. */
export function columnsOf<T extends Table>(table: T): (keyof T["columns"] & string)[] {
  return Object.keys(table.columns);
}

/** The column list of a SELECT, with the names in rows: `e.created_at AS "createdAt"`. */
export function selectList<T extends Table>(
  table: T,
  alias: string,
  names: readonly (keyof T["columns"] & string)[] = columnsOf(table),
): string {
  return names.map((name) => `${alias}.${columnName(name)} AS "${name}"`).join(", ");
}

const primaryKeyName = (table: Table, variant: TableVariant): string => `${table.name}_pkey${variant}`;

/** The statement that creates a table with its primary key. Secondary indexes come later, which makes a bulk load faster. */
export function createTable(table: Table, variant: TableVariant = ""): string {
  const columns = Object.entries(table.columns).map(([name, column]) => {
    const sqlName = columnName(name);
    // Ciphertext does not compress, so PostgreSQL need not try.
    const storage = column.sealed === null ? "" : " STORAGE EXTERNAL";
    // Named constraints, so that a rebuilt table has the same names as a newly created one.
    const notNull = column.nullable ? "" : ` CONSTRAINT ${table.name}_${sqlName}_not_null NOT NULL`;
    return `${sqlName} ${column.type}${storage}${notNull}`;
  });
  const key = table.primaryKey.map(columnName).join(", ");
  // A verification drops its tables at its end, so they need not survive a crash.
  const unlogged = variant === "__check" ? "UNLOGGED " : "";
  // A usual body stays in its row, so one access reads or writes it. Only long bodies go to the TOAST table.
  const options = " WITH (toast_tuple_target = 8160)";
  return `CREATE ${unlogged}TABLE ${tableName(table, variant)} (\n  ${columns.join(",\n  ")},\n  CONSTRAINT ${primaryKeyName(table, variant)} PRIMARY KEY (${key})\n)${options}`;
}

/** The statements that create the secondary indexes of a table. */
export function createIndexes(table: Table, variant: TableVariant = ""): string[] {
  return table.indexes.map(({ name, on, where, include }) => {
    const included = include === undefined ? "" : ` INCLUDE (${include})`;
    const condition = where === undefined ? "" : ` WHERE ${where}`;
    return `CREATE INDEX ${name}${variant} ON ${tableName(table, variant)} (${on})${included}${condition}`;
  });
}

/** The statements that rename a rebuilt table and its indexes to the live names. The old table must be dropped before. */
export function renameToLive(table: Table, variant: Exclude<TableVariant, "">): string[] {
  const liveNames = [primaryKeyName(table, ""), ...table.indexes.map(({ name }) => name)];
  return [
    `ALTER TABLE ${tableName(table, variant)} RENAME TO ${table.name}`,
    ...liveNames.map((name) => `ALTER INDEX ${SCHEMA}.${name}${variant} RENAME TO ${name}`),
  ];
}
