import { randomUUID } from "node:crypto";
import { createPool } from "@daybook/platform/postgres/pool";
import type pg from "pg";
import { aRevision } from "./bench-events.ts";

/** A pool for raw inserts with a connection for each writer, and the table they go into. */
export async function rawPool(connectionString: string, writers: number): Promise<pg.Pool> {
  const pool = createPool({ connectionString, max: writers, applicationName: "daybook bench raw" });
  await pool.query(
    `CREATE TABLE IF NOT EXISTS public.raw_events (
       position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, stream text NOT NULL, revision bigint NOT NULL,
       event_id uuid NOT NULL, type text NOT NULL, version integer NOT NULL, data text NOT NULL, meta text NOT NULL,
       recorded_at timestamptz NOT NULL DEFAULT now())`,
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
