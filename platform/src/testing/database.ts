import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

/** A database of its own for one test file. */
export type TestDatabase = {
  url: string;
  /** Ends every session on it and removes it. */
  drop(): Promise<void>;
};

/** Creates an empty database (UTF-8, `C.UTF-8`) on the server of the test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject("testDatabaseServer");
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await run(server, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(server, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`) };
}

async function run(server: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
