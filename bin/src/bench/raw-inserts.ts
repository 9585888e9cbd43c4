import { randomUUID } from "node:crypto";
import { createPool } from "@daybook/platform/postgres/pool";
import type pg from "pg";
import { revisionEvent } from "./bench-events.ts";

/** Creates a pool with at most `maxConnections` connections, and a table with the columns of the event log. */
export async function openRawPool(connectionString: string, maxConnections: number): Promise<pg.Pool> {
  const pool = createPool({ connectionString, max: maxConnections, applicationName: "daybook bench raw" });
  await pool.query(
    `CREATE TABLE IF NOT EXISTS public.raw_events (
       LIKE eventstore.events INCLUDING STORAGE INCLUDING INDEXES INCLUDING DEFAULTS)
     WITH (toast_tuple_target = 8160)`,
  );
  await pool.query("CREATE SEQUENCE IF NOT EXISTS public.raw_position");
  await pool.query(
    "ALTER TABLE public.raw_events ALTER COLUMN position SET DEFAULT nextval('public.raw_position')",
  );
  return pool;
}

/** Inserts one event in one transaction, to measure PostgreSQL alone. */
export async function insertRaw(pool: pg.Pool): Promise<void> {
  const { id, type, version, data, meta } = revisionEvent();
  await pool.query({
    name: "bench.raw",
    text: `INSERT INTO public.raw_events (stream, revision, event_id, type, version, data, meta)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [`raw-${randomUUID()}`, 0, id, type, version, JSON.stringify(data), JSON.stringify(meta)],
  });
}
