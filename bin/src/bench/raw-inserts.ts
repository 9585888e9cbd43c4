import { randomUUID } from "node:crypto";
import { createPool } from "@daybook/platform/postgres/pool";
import type pg from "pg";
import { aRevision } from "./bench-events.ts";

/** A pool for raw inserts with a connection for each writer, and a table of the log's own shape that they go into. */
export async function rawPool(connectionString: string, writers: number): Promise<pg.Pool> {
  const pool = createPool({ connectionString, max: writers, applicationName: "daybook bench raw" });
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

/** One event as one row in a transaction of its own: what PostgreSQL alone could do. */
export async function insertRaw(pool: pg.Pool): Promise<void> {
  const { id, type, version, data, meta } = aRevision();
  await pool.query({
    name: "bench.raw",
    text: `INSERT INTO public.raw_events (stream, revision, event_id, type, version, data, meta)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    values: [`raw-${randomUUID()}`, 0, id, type, version, JSON.stringify(data), JSON.stringify(meta)],
  });
}
