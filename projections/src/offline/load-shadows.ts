import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import type pg from "pg";
import { ignoresAll } from "../core/fold-batch.ts";
import { type Batch, endPosition, type LogEvent } from "../core/log-event.ts";
import type { Shadow } from "./shadow.ts";

/** A shadow that is being loaded. Each has its own connection, so that the server loads all of them concurrently. */
export type LoadingShadow = {
  readonly shadow: Shadow;
  readonly client: pg.ClientBase;
  /** Whether to apply an event; by default all events are applied. */
  readonly includes?: (event: LogEvent) => boolean;
};

/** The progress of a load: the number of events, and the fraction of the log. */
export type LoadProgress = { readonly events: number; readonly fraction: number };

async function applyToShadow(
  { shadow, client, includes }: LoadingShadow,
  batch: Batch,
  end: Position,
): Promise<void> {
  const newEvents = batch.events.filter(
    (event) => comparePositions(event.position, shadow.position) > 0 && (!includes || includes(event)),
  );
  if (ignoresAll(shadow.projection, newEvents)) shadow.position = end;
  else await shadow.apply(client, newEvents, end);
}

/** Like `Promise.all`, but waits for all promises even when one fails. Throws the first failure. */
export async function awaitAll(promises: readonly Promise<unknown>[]): Promise<void> {
  const results = await Promise.allSettled(promises);
  for (const result of results) if (result.status === "rejected") throw result.reason;
}

/**
 * Reads the log once, from the earliest position of the shadows to the last chunk of `readChunks`, and applies it to all of them.
 * Reads the next chunk while the previous one is written. Returns the number of events.
 *
 * @param store its head is only used for the progress
 */
export async function loadShadows(
  readChunks: (after: Position | null) => AsyncIterable<Batch>,
  store: Pick<EventStore, "head">,
  loadingShadows: readonly LoadingShadow[],
  onProgress: (progress: LoadProgress) => void = () => {},
): Promise<number> {
  const headPosition = Number((await store.head()) ?? 0);
  const startPosition = loadingShadows
    .map(({ shadow }) => shadow.position)
    .reduce(
      (earliest, position) => (comparePositions(position, earliest) < 0 ? position : earliest),
      loadingShadows[0]?.shadow.position ?? null,
    );
  let eventCount = 0;
  let pendingWrite: Promise<unknown> = Promise.resolve();
  for await (const chunk of readChunks(startPosition)) {
    await pendingWrite;
    const end = endPosition(chunk);
    if (end === null) continue;
    eventCount += chunk.events.length;
    onProgress({
      events: eventCount,
      fraction: headPosition === 0 ? 1 : Math.min(1, Number(end) / headPosition),
    });
    pendingWrite = awaitAll(loadingShadows.map((loadingShadow) => applyToShadow(loadingShadow, chunk, end)));
    // The promise is awaited with the next chunk. Until then its rejection must not count as unhandled.
    pendingWrite.catch(() => {});
  }
  await pendingWrite;
  return eventCount;
}
