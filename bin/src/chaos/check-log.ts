import { openDatabase } from "@daybook/platform/embedded/open-database";
import { createPostgresEventStore } from "@daybook/platform/event-store/postgres";
import { createListener } from "@daybook/platform/postgres/listen";
import { createPool } from "@daybook/platform/postgres/pool";
import { verify } from "@daybook/projections/offline/verify";
import { projections } from "@daybook/projections/registry";
import type pg from "pg";
import { Violation } from "./writers.ts";

const silent = { info: () => {}, warn: () => {} };

/** Works on the database of the product that runs on a data folder. */
async function withDatabase<T>(
  dataFolder: string,
  work: (pool: pg.Pool, url: string) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({ databaseUrl: undefined, dataFolder, logger: silent });
  const pool = createPool({ connectionString: database.url, max: 8, applicationName: "daybook chaos" });
  try {
    return await work(pool, database.url);
  } finally {
    await pool.end();
    await database.close();
  }
}

type Counts = { head: number; events: number; newest: number };

/** The cheap check: as many events as the newest position, which is the head's. */
export function checkPositions(dataFolder: string): Promise<void> {
  return withDatabase(dataFolder, async (pool) => {
    const { rows } = await pool.query<Counts>(
      `SELECT (SELECT h.position FROM eventstore.head h) AS head, count(*) AS events,
         coalesce(max(e.position), 0) AS newest FROM eventstore.events e`,
    );
    const { head = 0, events = 0, newest = 0 } = rows[0] ?? {};
    if (head !== newest || events !== newest) {
      throw new Violation(`the log has ${events} events up to position ${newest}, and its head says ${head}`);
    }
  });
}

/** Each statement selects what must not be. */
const mustBeEmpty: Readonly<Record<string, string>> = {
  "a gap in the positions": `SELECT p AS at FROM (
      SELECT e.position AS p, row_number() OVER (ORDER BY e.position) AS n FROM eventstore.events e) x
    WHERE p <> n LIMIT 1`,
  "a gap in a stream": `SELECT stream AS at FROM (
      SELECT e.stream, e.revision, row_number() OVER (PARTITION BY e.stream ORDER BY e.revision) - 1 AS n
      FROM eventstore.events e) x
    WHERE revision <> n LIMIT 1`,
  "a stream whose revision is not its newest event's": `SELECT coalesce(s.stream, x.stream) AS at FROM eventstore.streams s
    FULL JOIN (SELECT e.stream, max(e.revision) AS revision FROM eventstore.events e GROUP BY e.stream) x
      ON x.stream = s.stream
    WHERE s.revision IS DISTINCT FROM x.revision LIMIT 1`,
  "an event id that was used twice": `SELECT e.event_id AS at FROM eventstore.events e
    GROUP BY e.event_id HAVING count(*) > 1 LIMIT 1`,
  "positions out of a stream's order": `SELECT stream AS at FROM (
      SELECT e.stream, e.position - lag(e.position) OVER (PARTITION BY e.stream ORDER BY e.revision) AS step
      FROM eventstore.events e) x
    WHERE step <= 0 LIMIT 1`,
};

/** The thorough check of the log, and of the read models against it (`npm run projections -- verify` does the same). */
export function checkLog(dataFolder: string): Promise<{ events: number; rows: number }> {
  return withDatabase(dataFolder, async (pool, connectionString) => {
    for (const [what, statement] of Object.entries(mustBeEmpty)) {
      const { rows } = await pool.query<{ at: string | number }>(statement);
      if (rows[0]) throw new Violation(`the log has ${what}: ${rows[0].at}`);
    }
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
