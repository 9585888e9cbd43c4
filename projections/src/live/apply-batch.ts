import { comparePositions } from "@daybook/platform/event-store/position";
import type { Position } from "@daybook/platform/event-store/event-store";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { ignoresAll, prepareFold } from "../core/fold-batch.ts";
import type { Batch, LogEvent } from "../core/log-event.ts";
import {
  assertCurrentVersion,
  beginWithLock,
  CheckpointBehind,
  commitCheckpoint,
  createIdleMover,
} from "../storage/checkpoint.ts";
import { withClient } from "../storage/with-client.ts";
import { loadWantedRows, writeChanges } from "../storage/write-changes.ts";
import { parkedStreamsOf, parkEvents } from "./parked-events.ts";

/**
 * Applies a batch to a projection's tables and moves its checkpoint, in one transaction. Returns the new checkpoint.
 * Skips events that are applied already, so batches may overlap and several processes may run. Parks the events of
 * parked streams.
 *
 * The pool may commit without waiting for the disk. A crash of the server then undoes the last batches in the tables and
 * the checkpoint together, so their events are applied again from the log.
 *
 * Throws `EventFailed` when an event cannot be applied, `CheckpointBehind` when events before the batch are missing,
 * `ProjectionMissing` when there are no tables, `ProjectionSuperseded` when another version writes them, and errors of the
 * database.
 *
 * @param moveIdle moves the checkpoint when the projection ignores all events of the batch. Projections that share this function also
 *   share its round trips.
 */
export async function applyBatch(
  pool: pg.Pool,
  projection: Projection,
  batch: Batch,
  moveIdle = createIdleMover(pool),
): Promise<Position | null> {
  const lastEvent = batch.events.at(-1);
  if (lastEvent && ignoresAll(projection, batch.events)) {
    if (await moveIdle({ projection, from: batch.after, to: lastEvent.position })) return lastEvent.position;
  }
  return advance(pool, projection, batch, async (client, newEvents, hasParkedEvents) => {
    if (!hasParkedEvents) return applyEvents(client, projection, newEvents);
    const parkedStreams = await parkedStreamsOf(client, projection.name);
    await applyEvents(
      client,
      projection,
      newEvents.filter(({ stream }) => !parkedStreams.has(stream)),
    );
    const blockedEvents = newEvents.filter(({ stream }) => parkedStreams.has(stream));
    await parkEvents(client, projection.name, blockedEvents, "stream_parked");
  });
}

/** Parks the events of a batch and moves the checkpoint past them. Throws the errors of {@link applyBatch}, except `EventFailed`. */
export function parkBatch(
  pool: pg.Pool,
  projection: Projection,
  batch: Batch,
  reason: string,
): Promise<Position | null> {
  return advance(pool, projection, batch, (client, newEvents) =>
    parkEvents(client, projection.name, newEvents, reason),
  );
}

type Step = (
  client: pg.ClientBase,
  newEvents: readonly LogEvent[],
  hasParkedEvents: boolean,
) => Promise<void>;

/** Runs a step with the events after the checkpoint, and moves the checkpoint to the batch's end. */
function advance(pool: pg.Pool, projection: Projection, batch: Batch, step: Step): Promise<Position | null> {
  return withClient(pool, async (client) => {
    const { position, hasParkedEvents } = assertCurrentVersion(
      projection,
      await beginWithLock(client, projection.name),
    );
    if (comparePositions(position, batch.after) < 0) throw new CheckpointBehind(projection.name);
    const newEvents = batch.events.filter((event) => comparePositions(event.position, position) > 0);
    const lastEvent = newEvents.at(-1);
    if (!lastEvent) {
      await client.query("ROLLBACK");
      return position;
    }
    await step(client, newEvents, hasParkedEvents);
    await commitCheckpoint(client, projection.name, lastEvent.position);
    return lastEvent.position;
  });
}

/** Applies events to the live tables, in the caller's transaction. */
export async function applyEvents(
  client: pg.ClientBase,
  projection: Projection,
  events: readonly LogEvent[],
): Promise<void> {
  const fold = prepareFold(projection, events);
  await loadWantedRows(client, fold.changes, "");
  fold.run();
  await writeChanges(client, fold.changes);
}
