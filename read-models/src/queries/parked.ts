import type { ProjectionName } from "../tables.ts";
import { type Queryable, rowsOf } from "./queryable.ts";

/**
 * Finds which of these streams have parked events. Their rows are out of date until an operator replays the events, so callers refuse
 * to read them. `projections` limits the check to the projections that the read uses.
 */
export async function parkedStreams(
  db: Queryable,
  streams: readonly string[],
  projections: readonly ProjectionName[] | null = null,
): Promise<Set<string>> {
  const text = `SELECT DISTINCT p.stream FROM read_models.parked_events p
    WHERE p.stream = ANY($1::text[]) AND ($2::text[] IS NULL OR p.projection = ANY($2::text[]))`;
  const rows = await rowsOf<{ stream: string }>(db, "parked-streams", text, [streams, projections]);
  return new Set(rows.map((row) => row.stream));
}

/** True when a stream has parked events; see {@link parkedStreams}. */
export async function isParked(
  db: Queryable,
  stream: string,
  projections: readonly ProjectionName[] | null = null,
): Promise<boolean> {
  return (await parkedStreams(db, [stream], projections)).has(stream);
}
