import type pg from "pg";
import { readTypes } from "../read-types.ts";

/** A pool, or a client in a transaction. */
export type Queryable = Pick<pg.Pool, "query">;

/** Runs a prepared statement. The same name must always have the same text. */
export async function rowsOf<R extends object>(
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const { rows } = await db.query<R>({ name, text, values: [...values], types: readTypes });
  return rows;
}

/** Runs a prepared statement and returns its first row, or `null`. */
export async function rowOf<R extends object>(
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<R | null> {
  const rows = await rowsOf<R>(db, name, text, values);
  return rows[0] ?? null;
}
