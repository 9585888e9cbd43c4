import { createHash, randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrate, type Migration } from "../postgres/migrate.ts";
import { createPool } from "../postgres/pool.ts";

/** A separate database for one test file. */
export type TestDatabase = {
  url: string;
  /** Ends every session on it and drops it. */
  drop(): Promise<void>;
};

/**
 * Creates a UTF-8 database on the server of the test run: empty, or with these migrations applied. The first caller creates a
 * template with the migrations, and every caller with the same migrations copies it. Templates stay on a server that
 * `TEST_DATABASE_URL` names; their names begin with `test_template_`.
 */
export async function createTestDatabase(migrations: readonly Migration[] = []): Promise<TestDatabase> {
  const server = inject("testDatabaseServer");
  const template = migrations.length === 0 ? "template0" : await migratedTemplate(server, migrations);
  const name = `test_${inject("testRun")}_${randomUUID().replaceAll("-", "")}`;
  await withClient(server, (client) => createDatabase(client, name, template));
  return { url: urlOf(server, name), drop: () => withClient(server, (client) => dropDatabase(client, name)) };
}

/** The templates that this process knows, by name. */
const templates = new Map<string, Promise<string>>();

function migratedTemplate(server: string, migrations: readonly Migration[]): Promise<string> {
  const checksum = createHash("sha256").update(JSON.stringify(migrations)).digest("hex");
  const name = `test_template_${checksum.slice(0, 32)}`;
  const templatePromise = templates.get(name) ?? createTemplate(server, name, migrations);
  templates.set(name, templatePromise);
  return templatePromise;
}

const LOCK_ID = 5_302_817;

/** A template gets its name after all migrations, so that a killed run leaves no incomplete template. */
async function createTemplate(
  server: string,
  name: string,
  migrations: readonly Migration[],
): Promise<string> {
  await withClient(server, async (client) => {
    // The end of the session frees the lock.
    await client.query("SELECT pg_advisory_lock($1)", [LOCK_ID]);
    const { rowCount } = await client.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount) return;
    const unfinishedName = `${name}_new`;
    await dropDatabase(client, unfinishedName);
    await createDatabase(client, unfinishedName, "template0");
    const pool = createPool({ connectionString: urlOf(server, unfinishedName), applicationName: "template" });
    await migrate(pool, migrations);
    await pool.end();
    await client.query(`ALTER DATABASE ${unfinishedName} RENAME TO ${name}`);
  });
  return name;
}

function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

async function createDatabase(client: pg.Client, name: string, template: string): Promise<void> {
  // Copying the files takes a third of the processor time of the default, which writes each page to the log.
  await client.query(`CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE ${template} STRATEGY FILE_COPY`);
}

async function dropDatabase(client: pg.Client, name: string): Promise<void> {
  await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
}

async function withClient(server: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
