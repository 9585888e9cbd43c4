import type pg from "pg";
import { readTypes } from "../read-types.ts";

/** A pool, or a client with a transaction of its own. */
export type Queryable = Pick<pg.Pool, "query">;

/** A query by its name, which the server keeps planned. Its text must be the same under the same name. */
export async function rowsOf<R extends object>(
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<R[]> {
  const { rows } = await db.query<R>({ name, text, values: [...values], types: readTypes });
  return rows;
}

/** The only row of a query, or `null`. */
export async function rowOf<R extends object>(
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[],
): Promise<R | null> {
  const rows = await rowsOf<R>(db, name, text, values);
  return rows[0] ?? null;
}
