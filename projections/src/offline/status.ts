import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { SCHEMA } from "@daybook/read-models/table-sql";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { readCheckpoint } from "../storage/checkpoint.ts";

/** The status of a projection. */
export type ProjectionStatus = {
  readonly name: string;
  /** The version of the live tables; `null` when there are none. */
  readonly liveVersion: number | null;
  /** The version that this program writes. */
  readonly version: number;
  readonly position: Position | null;
  /** How many events are not applied yet. Counting stops at {@link maxCountedEvents}. */
  readonly lagEvents: number;
  /** How many seconds the oldest event that is not applied yet has been waiting. `0` when there is none. */
  readonly lagSeconds: number;
  readonly parkedEvents: number;
  readonly parkedStreams: number;
};

/** The limit for counting the lag in events. */
export const maxCountedEvents = 10_000;
const pageSize = 1_000;

/**
 * Computes the lag after a position. Reads and counts the events: on KurrentDB, positions have gaps, so their difference is not the number
 * of events between them.
 */
async function lagOf(store: Pick<EventStore, "readAll">, from: Position | null, now: number) {
  let [events, lastPosition, oldestEventAt] = [0, from, null as string | null];
  while (events < maxCountedEvents) {
    const storedEvents = await store.readAll({ after: lastPosition, limit: pageSize });
    oldestEventAt ??= storedEvents[0]?.recordedAt ?? null;
    lastPosition = storedEvents.at(-1)?.position ?? lastPosition;
    events += storedEvents.length;
    if (storedEvents.length < pageSize) break;
  }
  const lagSeconds = oldestEventAt === null ? 0 : Math.max(0, (now - Date.parse(oldestEventAt)) / 1000);
  return { lagEvents: events, lagSeconds };
}

/** Reads the lag and the parked events of each projection. `now` is in milliseconds since 1970. */
export async function readProjectionStatuses(
  { store, pool }: { store: Pick<EventStore, "readAll">; pool: pg.Pool },
  projections: readonly Projection[],
  now: number,
): Promise<ProjectionStatus[]> {
  const parkedRows = await pool.query<{ projection: string; events: number; streams: number }>(
    `SELECT p.projection, count(*)::integer AS events, count(DISTINCT p.stream)::integer AS streams
    FROM ${SCHEMA}.parked_events p GROUP BY p.projection`,
  );
  const statuses: ProjectionStatus[] = [];
  for (const { name, version } of projections) {
    const checkpoint = await readCheckpoint(pool, name);
    const position = checkpoint?.position ?? null;
    const counts = parkedRows.rows.find(({ projection }) => projection === name);
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
