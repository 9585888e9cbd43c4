import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { verify } from "@daybook/projections/offline/verify";
import { offlineConnections, projections } from "@daybook/projections/registry";
import type pg from "pg";
import { findViolationInLog } from "./find-violation-in-log.ts";
import { Violation } from "./writers.ts";

const silentLogger = { info: () => {}, warn: () => {} };

/** Runs `work` with the database of the Daybook that is running on a data folder. */
export async function withDatabase<T>(
  dataFolder: string,
  work: (pool: pg.Pool, url: string) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, logger: silentLogger });
  const pool = createPool({
    connectionString: database.url,
    max: offlineConnections,
    applicationName: "daybook chaos",
  });
  try {
    return await work(pool, database.url);
  } finally {
    await pool.end();
    await database.close();
  }
}

type LogCounts = { head: number; events: number; newest: number };

/** A fast check: the number of events, the newest position and the head must be equal. */
export function checkPositions(dataFolder: string): Promise<void> {
  return withDatabase(dataFolder, async (pool) => {
    const { rows } = await pool.query<LogCounts>(
      `SELECT (SELECT h.position FROM eventstore.head h) AS head, count(*) AS events,
         coalesce(max(e.position), 0) AS newest FROM eventstore.events e`,
    );
    const { head = 0, events = 0, newest = 0 } = rows[0] ?? {};
    if (head !== newest || events !== newest) {
      throw new Violation(`the log has ${events} events up to position ${newest}, and its head says ${head}`);
    }
  });
}

/** A complete check of the log, and of the read models (like `npm run projections -- verify`). */
export function checkLog(dataFolder: string): Promise<{ events: number; rows: number }> {
  return withDatabase(dataFolder, async (pool, connectionString) => {
    const violation = await findViolationInLog(pool);
    if (violation !== null) throw new Violation(violation);
    const listener = createListener({ connectionString });
    const storePool = createPool({ connectionString, max: 2, applicationName: "daybook chaos log" });
    const store = createPostgresEventStore({ pool: storePool, listener });
    try {
      const { events, rows, parked, difference } = await verify({ store, pool }, projections);
      if (difference) throw new Violation(`verify found a difference: ${JSON.stringify(difference)}`);
      if (parked > 0) throw new Violation(`${parked} events are parked`);
      return { events, rows };
    } finally {
      await store.close();
      await listener.close();
    }
  });
}
