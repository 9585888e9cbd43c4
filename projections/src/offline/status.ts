import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { SCHEMA } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { readCheckpoint } from "../storage/checkpoint.ts";

/** How a projection is doing. */
export type ProjectionStatus = {
  readonly name: string;
  /** The version that its tables have, `null` when there are none, and the one that this program writes. */
  readonly liveVersion: number | null;
  readonly version: number;
  readonly position: Position | null;
  /** How many events it has yet to apply; counting stops at {@link mostCounted}. */
  readonly lagEvents: number;
  /** How long the oldest of them has been waiting. */
  readonly lagSeconds: number;
  readonly parkedEvents: number;
  readonly parkedStreams: number;
};

/** The lag in events is counted this far. */
export const mostCounted = 10_000;
const page = 1_000;

/** A position cannot be counted with, so the events behind it are. */
async function lagOf(store: Pick<EventStore, "readAll">, from: Position | null, now: number) {
  let [events, after, oldest] = [0, from, null as string | null];
  while (events < mostCounted) {
    const stored = await store.readAll({ after, limit: page });
    oldest ??= stored[0]?.recordedAt ?? null;
    after = stored.at(-1)?.position ?? after;
    events += stored.length;
    if (stored.length < page) break;
  }
  const lagSeconds = oldest === null ? 0 : Math.max(0, (now - Date.parse(oldest)) / 1000);
  return { lagEvents: events, lagSeconds };
}

/** How far each projection is behind the log, and what it has parked. `now` is in milliseconds since 1970. */
export async function projectionStatus(
  { store, pool }: { store: Pick<EventStore, "readAll">; pool: pg.Pool },
  projections: readonly Projection[],
  now: number,
): Promise<ProjectionStatus[]> {
  const parked = await pool.query<{ projection: string; events: number; streams: number }>(
    `SELECT p.projection, count(*)::integer AS events, count(DISTINCT p.stream)::integer AS streams
    FROM ${SCHEMA}.parked_events p GROUP BY p.projection`,
  );
  const statuses: ProjectionStatus[] = [];
  for (const { name, version } of projections) {
    const checkpoint = await readCheckpoint(pool, name);
    const position = checkpoint?.position ?? null;
    const counts = parked.rows.find(({ projection }) => projection === name);
    statuses.push({
      name,
      liveVersion: checkpoint?.version ?? null,
      version,
      position,
      ...(await lagOf(store, position, now)),
      parkedEvents: counts?.events ?? 0,
      parkedStreams: counts?.streams ?? 0,
    });
  }
  return statuses;
}
