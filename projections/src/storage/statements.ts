import type { Table } from "@daybook/read-models/define-table";
import {
  columnName,
  columnsOf,
  type TableVariant,
  selectList,
  tableName,
} from "@daybook/read-models/table-sql";

/** The statements for one variant of a table. Each parameter is an array. */
export type Statements = {
  /** Finds rows by keys; parameters: one array per column of the key. */
  readonly load: string;
  /** Finds existing keys, without reading the rows. */
  readonly existingKeys: string;
  /** Inserts or replaces whole rows; parameters: one array per column. */
  readonly upsert: string;
  /** Inserts rows, or combines them with the stored ones as `Table.combine` says; parameters: one array per column. */
  readonly add: string;
  /** Deletes rows by keys; parameters: one array per column of the key. */
  readonly deleteKeys: string;
  /** Deletes rows by the group column; the parameter is an array of its values. `null` for a table without a group. */
  readonly deleteGroups: string | null;
  /** Begins a COPY of rows in the text format. */
  readonly copyIn: string;
};

const cache = new WeakMap<Table, Map<TableVariant, Statements>>();

/** See {@link Statements}. */
export function statementsOf(table: Table, variant: TableVariant): Statements {
  const byVariant = cache.get(table) ?? new Map<TableVariant, Statements>();
  cache.set(table, byVariant);
  const cachedStatements = byVariant.get(variant);
  if (cachedStatements) return cachedStatements;
  const statements = buildStatements(table, variant);
  byVariant.set(variant, statements);
  return statements;
}

function buildStatements(table: Table, variant: TableVariant): Statements {
  const target = tableName(table, variant);
  const names = columnsOf(table);
  const columns = names.map(columnName);
  const keys = table.primaryKey.map(columnName);
  const arrays = (columnNames: readonly string[]) =>
    columnNames.map((name, index) => `$${index + 1}::${table.columns[name]!.type}[]`).join(", ");
  const insert = `INSERT INTO ${target} AS t (${columns.join(", ")})
    SELECT * FROM unnest(${arrays(names)}) ON CONFLICT (${keys.join(", ")})`;
  const otherColumns = names.filter((name) => !table.primaryKey.includes(name));

  const replacements = otherColumns.map((name) => `${columnName(name)} = excluded.${columnName(name)}`);
  const additions = otherColumns.map((name) => {
    const column = columnName(name);
    return table.combine[name] === "sum"
      ? `${column} = t.${column} + excluded.${column}`
      : `${column} = greatest(t.${column}, excluded.${column})`;
  });
  // With ANY, the planner of PostgreSQL uses the index. With the join of the second form, the planner sometimes does not.
  const matches =
    keys.length === 1
      ? `t.${keys[0]} = ANY(${arrays(table.primaryKey)})`
      : `(${keys.map((key) => `t.${key}`).join(", ")}) IN (SELECT * FROM unnest(${arrays(table.primaryKey)}))`;

  return {
    load: `SELECT ${selectList(table, "t")} FROM ${target} t WHERE ${matches}`,
    existingKeys: `SELECT ${selectList(table, "t", table.primaryKey)} FROM ${target} t WHERE ${matches}`,
    // When all columns are in the key, there is nothing to replace.
    upsert: `${insert} ${otherColumns.length === 0 ? "DO NOTHING" : `DO UPDATE SET ${replacements.join(", ")}`}`,
    add: `${insert} DO UPDATE SET ${additions.join(", ")}`,
    deleteKeys: `DELETE FROM ${target} t WHERE ${matches}`,
    deleteGroups:
      table.group === null
        ? null
        : `DELETE FROM ${target} t WHERE t.${columnName(table.group)} = ANY($1::${table.columns[table.group]!.type}[])`,
    copyIn: `COPY ${target} (${columns.join(", ")}) FROM STDIN`,
  };
}
