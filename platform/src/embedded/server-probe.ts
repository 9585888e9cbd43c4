import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { StartError } from "../start-error.ts";

const WRONG_PASSWORD = "28P01";
const STARTING_UP = "57P03";

/** Tries once to connect to the server. `not yet` is every failure other than a wrong password. */
export async function probe(url: string): Promise<"ready" | "not yet" | "wrong password"> {
  const client = adminClient(url);
  try {
    await client.connect();
    return "ready";
  } catch (error) {
    return error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD ? "wrong password" : "not yet";
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Creates the database of the URL when it is missing, and checks its encoding and locale. */
export async function prepareDatabase(url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  const admin = adminClient(url);
  await admin.connect();
  try {
    const { rowCount } = await admin.query("SELECT FROM pg_database WHERE datname = $1", [name]);
    if (rowCount === 0) await admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`);
  } finally {
    await admin.end();
  }
  await assertLocale(url);
}

/**
 * Refuses a database in which non-ASCII letters have no lower case or cannot be stored: search and uniqueness would
 * fail silently.
 */
export async function assertLocale(url: string): Promise<void> {
  const client = quietClient({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ encoding: string; lower: string }>(
      "SELECT current_setting('server_encoding') AS encoding, lower('МОСКВА') AS lower",
    );
    if (rows[0]?.encoding === "UTF8" && rows[0].lower === "москва") return;
  } finally {
    await client.end();
  }
  throw new StartError(
    "postgres_locale",
    "The database is not in UTF-8 with a locale that knows all letters; make it with ENCODING 'UTF8' and LOCALE 'C.UTF-8'.",
  );
}

/** A client, not yet connected, for the database `postgres` of the same server. Every cluster has this database. */
function adminClient(url: string): pg.Client {
  const admin = new URL(url);
  admin.pathname = "/postgres";
  return quietClient({ connectionString: admin.href, connectionTimeoutMillis: 5000 });
}

/** A client that ignores its `error` events, for example when the server ends. Without a listener, such an event would end this process. */
function quietClient(config: pg.ClientConfig): pg.Client {
  const client = new pg.Client(config);
  client.on("error", () => undefined);
  return client;
}

const REACHABLE_WITHIN_MS = 60_000;
const POLL_MS = 500;

/**
 * Waits for a configured database server, which may still be starting, and checks its encoding and locale. Throws
 * `database_unreachable` when the server answers with an error, such as a wrong password, or cannot be reached for a minute.
 */
export async function waitForDatabase(url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + REACHABLE_WITHIN_MS;
  for (;;) {
    try {
      await assertLocale(url);
      return;
    } catch (error) {
      if (error instanceof StartError) throw error;
      const isErrorAnswer = error instanceof pg.DatabaseError && error.code !== STARTING_UP;
      if (isErrorAnswer || performance.now() > deadline) {
        const reason = error instanceof Error ? error.message : "no reason was given";
        throw new StartError(
          "database_unreachable",
          `The database at DATABASE_URL cannot be used: ${reason}.`,
          {
            cause: error,
          },
        );
      }
    }
    await sleep(POLL_MS, undefined, { signal });
  }
}
