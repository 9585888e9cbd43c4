import { createPool } from "@daybook/platform/postgres/pool";
import { createTestDatabase, type TestDatabase } from "@daybook/platform/testing/database";
import type pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { underLease } from "./lease.ts";

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ connectionString: database.url, applicationName: "test" });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test("an error of the work that runs under the lease is reported", async () => {
  const stopping = new AbortController();
  const failure = new Error("no index");
  const errors: unknown[] = [];
  const onError = (error: unknown): void => {
    errors.push(error);
    stopping.abort();
  };
  await underLease(pool, stopping.signal, () => Promise.reject(failure), onError);
  expect(errors).toEqual([failure]);
});
