import type { LogEvent } from "../core/log-event.ts";
import { arrayLiteral } from "../storage/encode.ts";
import type { Client } from "../storage/write-changes.ts";

/** The streams with parked events of a projection. */
export async function parkedStreamsOf(client: Client, projection: string): Promise<Set<string>> {
  const { rows } = await client.query<{ stream: string }>(
    "SELECT DISTINCT p.stream FROM read_models.parked_events p WHERE p.projection = $1",
    [projection],
  );
  return new Set(rows.map(({ stream }) => stream));
}

/** Parks events: stores their positions and the reason. Their content stays in the log. */
export async function parkEvents(
  client: Client,
  projection: string,
  events: readonly LogEvent[],
  reason: string,
): Promise<void> {
  if (events.length === 0) return;
  await client.query(
    `INSERT INTO read_models.parked_events (projection, stream, revision, position, type, reason)
    SELECT $1, e.*, $2 FROM unnest($3::text[], $4::bigint[], $5::text[], $6::text[]) AS e
    ON CONFLICT DO NOTHING`,
    [
      projection,
      reason,
      arrayLiteral(events.map(({ stream }) => stream)),
      arrayLiteral(events.map(({ revision }) => revision)),
      arrayLiteral(events.map(({ position }) => position)),
      arrayLiteral(events.map(({ type }) => type)),
    ],
  );
}
