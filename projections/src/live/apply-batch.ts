import { comparePositions } from "@daybook/platform/event-store/position";
import type { Position } from "@daybook/platform/event-store/event-store";
import type pg from "pg";
import type { Projection } from "../core/define-projection.ts";
import { foldBatch } from "../core/fold-batch.ts";
import type { Batch, LogEvent } from "../core/log-event.ts";
import { assertOwn, beginLocked, CheckpointBehind, commitAt } from "../storage/checkpoint.ts";
import { withClient } from "../storage/with-client.ts";
import { loadWanted, writeChanges } from "../storage/write-changes.ts";
import { parkedStreamsOf, parkEvents } from "./parked-events.ts";

/**
 * Applies a batch to a projection's tables in one transaction and moves its checkpoint in the same; answers where the
 * checkpoint stands. What is applied already is skipped, so batches may overlap and several processes may run. Events of
 * parked streams are parked behind the others.
 *
 * The pool may commit without waiting for the disk: tables and checkpoint are lost together or not at all, and what a
 * crash of the server loses is applied again from the log.
 *
 * Throws `EventFailed` when an event is at fault, `CheckpointBehind` when events before the batch are missing,
 * `ProjectionSuperseded` when another version has taken over, and what the database throws.
 */
export function applyBatch(pool: pg.Pool, projection: Projection, batch: Batch): Promise<Position | null> {
  return advance(pool, projection, batch, async (client, fresh, parked) => {
    if (!parked) return applyTo(client, projection, fresh);
    const behind = await parkedStreamsOf(client, projection.name);
    await applyTo(
      client,
      projection,
      fresh.filter(({ stream }) => !behind.has(stream)),
    );
    const late = fresh.filter(({ stream }) => behind.has(stream));
    await parkEvents(client, projection.name, late, "stream_parked");
  });
}

/** Parks the events of a batch, of which one cannot be applied, and moves on past them. Throws as {@link applyBatch}. */
export function parkBatch(
  pool: pg.Pool,
  projection: Projection,
  batch: Batch,
  reason: string,
): Promise<Position | null> {
  return advance(pool, projection, batch, (client, fresh) =>
    parkEvents(client, projection.name, fresh, reason),
  );
}

type Step = (client: pg.ClientBase, fresh: readonly LogEvent[], parked: boolean) => Promise<void>;

/** Does one step with what a batch has beyond the checkpoint, and moves the checkpoint to the batch's end. */
function advance(pool: pg.Pool, projection: Projection, batch: Batch, step: Step): Promise<Position | null> {
  return withClient(pool, async (client) => {
    const { position, parked } = assertOwn(projection, await beginLocked(client, projection.name));
    if (comparePositions(position, batch.after) < 0) throw new CheckpointBehind(projection.name, position);
    const fresh = batch.events.filter((event) => comparePositions(event.position, position) > 0);
    const last = fresh.at(-1);
    if (!last) {
      await client.query("ROLLBACK");
      return position;
    }
    await step(client, fresh, parked);
    await commitAt(client, projection.name, last.position);
    return last.position;
  });
}

/** Folds events into the live tables, inside the caller's transaction. */
export async function applyTo(
  client: pg.ClientBase,
  projection: Projection,
  events: readonly LogEvent[],
): Promise<void> {
  const fold = foldBatch(projection, events);
  await loadWanted(client, fold.changes, "");
  fold.run();
  await writeChanges(client, fold.changes);
}
