import type { Sealed } from "@daybook/domain/kernel/sealed";

/** The PostgreSQL types of read models. */
export type PgType = "bigint" | "integer" | "boolean" | "text" | "timestamptz" | "date";

/** A column; `T` is the TypeScript type of its values. */
export type Column<T = unknown> = {
  readonly type: PgType;
  readonly nullable: boolean;
  /** The label of the column's sealed values; `null` for unencrypted values. */
  readonly sealed: string | null;
  /** Only for the compiler: no column has it at run time. */
  readonly value?: T;
};

const column = <T>(type: PgType, sealed: string | null = null): Column<T> => ({
  type,
  nullable: false,
  sealed,
});

/** An id or a count below 2^53. */
export const bigint = column<number>("bigint");
/** An integer below 2^31. */
export const integer = column<number>("integer");
/** One of a few small numbers. */
export const integerOf = <T extends number>(): Column<T> => column<T>("integer");
/** A boolean. */
export const flag = column<boolean>("boolean");
/** An instant. In rows it is an ISO-8601 UTC string with milliseconds. */
export const instant = column<string>("timestamptz");
/** A calendar date. In rows it is `YYYY-MM-DD`. */
export const calendarDate = column<string>("date");
/** A short unencrypted text, or one of a few fixed words. */
export const text = <T extends string = string>(): Column<T> => column<T>("text");
/** Ciphertext that only the vault can open. */
export const sealedText = <const L extends string>(label: L): Column<Sealed<L>> =>
  column<Sealed<L>>("text", label);
/** The same column with `null` allowed. */
export const nullable = <T>(base: Column<T>): Column<T | null> => ({ ...base, nullable: true });

/** Columns by their names in rows. The database has the same names in snake_case. */
export type Columns = Readonly<Record<string, Column>>;

/**
 * How projections write a table. `rows`: they can read a row by its key before they change it. `writes`: they write
 * and delete without reading, for large or append-only data. `counters`: they combine amounts with the stored ones.
 */
export type Access = "rows" | "writes" | "counters";

/** A secondary index. `on` and `where` are SQL with the database's column names. */
export type Index = {
  readonly name: string;
  readonly on: string;
  readonly where?: string;
  readonly include?: string;
};

/** The definition of a table. Its DDL, its write statements and the type of its rows derive from it. */
export type Table<C extends Columns = Columns, K extends string = string, A extends Access = Access> = {
  readonly name: string;
  readonly access: A;
  readonly columns: C;
  readonly primaryKey: readonly K[];
  readonly indexes: readonly Index[];
  /** The first column of the primary key, when projections delete rows by it; otherwise `null`. */
  readonly group: string | null;
  /** True when no key is written twice, so that a rebuild can insert rows without looking for existing ones. */
  readonly appendOnly: boolean;
  /** How a table of counters combines a new amount with the stored one, by column. */
  readonly combine: Readonly<Record<string, "sum" | "greatest">>;
};

type Definition<C extends Columns, K extends keyof C & string, A extends Access> = {
  name: string;
  access: A;
  columns: C;
  primaryKey: readonly K[];
  indexes?: readonly Index[];
  group?: keyof C & string;
  appendOnly?: boolean;
  combine?: Readonly<Partial<Record<keyof C & string, "sum" | "greatest">>>;
};

/** Declares a table of a read model. */
export function defineTable<C extends Columns, const K extends keyof C & string, const A extends Access>(
  definition: Definition<C, K, A>,
): Table<C, K, A> {
  const { indexes = [], group = null, appendOnly = false, combine = {}, ...otherFields } = definition;
  if (group !== null && group !== definition.primaryKey[0]) {
    // A rebuild creates the secondary indexes at the end. Until then, only the index of the primary key can find the rows of a group.
    throw new Error(`the group of ${definition.name} is not the first column of its primary key`);
  }
  return { ...otherFields, indexes, group, appendOnly, combine };
}

type ValueOf<X> = X extends Column<infer T> ? T : never;

/** A row of a table, with every column. */
export type RowOf<T extends Pick<Table, "columns">> = {
  -readonly [N in keyof T["columns"]]: ValueOf<T["columns"][N]>;
};

/** The primary key of a row. */
export type KeyOf<T extends Pick<Table, "columns" | "primaryKey">> = Pick<
  RowOf<T>,
  T["primaryKey"][number] & keyof T["columns"]
>;

/** The tables of a projection. Raise `version` when the tables or their content change. */
export type ReadModel<T extends Readonly<Record<string, Table>> = Readonly<Record<string, Table>>> = {
  readonly name: string;
  readonly version: number;
  readonly tables: T;
};
