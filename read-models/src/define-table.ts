import type { Sealed } from "@daybook/domain/kernel/sealed";

/** The PostgreSQL types that read models use. */
export type PgType = "bigint" | "integer" | "boolean" | "text" | "timestamptz" | "date";

/** One column; `T` is what its values are in TypeScript. */
export type Column<T = unknown> = {
  readonly type: PgType;
  readonly nullable: boolean;
  /** The frozen label of the sealed value it holds, or `null` for a column in clear. */
  readonly sealed: string | null;
  /** Carries `T` for the compiler; never there at run time. */
  readonly value?: T;
};

const column = <T>(type: PgType, sealed: string | null = null): Column<T> => ({
  type,
  nullable: false,
  sealed,
});

/** An id or a count below 2^53. */
export const bigint = column<number>("bigint");
/** A small count. */
export const integer = column<number>("integer");
/** One of a few small numbers. */
export const integerOf = <T extends number>(): Column<T> => column<T>("integer");
/** Yes or no. */
export const flag = column<boolean>("boolean");
/** An instant; in rows an ISO-8601 UTC string with milliseconds. */
export const instant = column<string>("timestamptz");
/** A calendar date; in rows `YYYY-MM-DD`. */
export const calendarDate = column<string>("date");
/** A short text in clear, or one of a few words. */
export const text = <T extends string = string>(): Column<T> => column<T>("text");
/** What only the vault can open. */
export const sealedText = <const L extends string>(label: L): Column<Sealed<L>> =>
  column<Sealed<L>>("text", label);
/** The same column with `null` allowed. */
export const nullable = <T>(of: Column<T>): Column<T | null> => ({ ...of, nullable: true });

/** Columns by their name in rows; the database has the same name in snake_case. */
export type Columns = Readonly<Record<string, Column>>;

/**
 * How projections use a table: `rows` are read by key before they are changed; `blind` rows are written and deleted
 * without reading, for bulky or append-only data; a `tally` is only ever added to.
 */
export type Access = "rows" | "blind" | "tally";

/** A secondary index; `on` and `where` are SQL over the database's column names. */
export type Index = {
  readonly name: string;
  readonly on: string;
  readonly where?: string;
  readonly include?: string;
};

/** A table of a read model, as data: its DDL, its writes and the type of its rows all come from this. */
export type Table<C extends Columns = Columns, K extends string = string, A extends Access = Access> = {
  readonly name: string;
  readonly access: A;
  readonly columns: C;
  readonly primaryKey: readonly K[];
  readonly indexes: readonly Index[];
  /** The first column of the primary key, when many rows are deleted at once by its value. */
  readonly group: string | null;
  /** True when no key is ever written twice, so that a load need not ask which rows are there. */
  readonly appendOnly: boolean;
  /** How a tally combines what is added with what stands there. */
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
  const { indexes = [], group = null, appendOnly = false, combine = {}, ...rest } = definition;
  if (group !== null && group !== definition.primaryKey[0]) {
    // By another index than that of the primary key, which a bulk load has not got.
    throw new Error(`${definition.name} is deleted by a column that does not lead its primary key`);
  }
  return { ...rest, indexes, group, appendOnly, combine: combine };
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

/** What one projection keeps: its tables, and a version that rises whenever they or what is written to them changes. */
export type ReadModel<T extends Readonly<Record<string, Table>> = Readonly<Record<string, Table>>> = {
  readonly name: string;
  readonly version: number;
  readonly tables: T;
};
