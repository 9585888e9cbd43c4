import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { comparePositions } from "@daybook/platform/event-store/position";
import type pg from "pg";
import { concernsNothing } from "../core/fold-batch.ts";
import { type Batch, endOf, type LogEvent } from "../core/log-event.ts";
import type { Shadow } from "./shadow.ts";

/** A shadow on its way, with a connection of its own, so that the server works on all of them at once. */
export type LoadingShadow = {
  readonly shadow: Shadow;
  readonly client: pg.ClientBase;
  /** Which events belong in it; without it all. */
  readonly includes?: (event: LogEvent) => boolean;
};

/** How far a load is: events read, and which part of the log that is. */
export type LoadProgress = { readonly events: number; readonly fraction: number };

async function feed({ shadow, client, includes }: LoadingShadow, batch: Batch, end: Position): Promise<void> {
  const fresh = batch.events.filter(
    (event) => comparePositions(event.position, shadow.position) > 0 && (!includes || includes(event)),
  );
  if (concernsNothing(shadow.projection, fresh)) shadow.position = end;
  else await shadow.apply(client, fresh, end);
}

/** As `Promise.all`, but when one fails the others are waited for, so that nothing goes on behind the caller's back. */
export async function allDone(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}

/**
 * Reads the log once, from where the hindmost stands to its present end, and folds it into all shadows. The next chunk is
 * read and parsed while one is written. Answers how many events were read.
 */
export async function loadShadows(
  readChunks: (after: Position | null) => AsyncIterable<Batch>,
  store: Pick<EventStore, "head">,
  loading: readonly LoadingShadow[],
  onProgress: (progress: LoadProgress) => void = () => {},
): Promise<number> {
  const head = Number((await store.head()) ?? 0);
  const from = loading
    .map(({ shadow }) => shadow.position)
    .reduce(
      (least, at) => (comparePositions(at, least) < 0 ? at : least),
      loading[0]?.shadow.position ?? null,
    );
  let events = 0;
  let writing: Promise<unknown> = Promise.resolve();
  for await (const batch of readChunks(from)) {
    await writing;
    const end = endOf(batch);
    if (end === null) continue;
    events += batch.events.length;
    onProgress({ events, fraction: head === 0 ? 1 : Math.min(1, Number(end) / head) });
    writing = allDone(loading.map((one) => feed(one, batch, end)));
    // Awaited with the next chunk; until then a failure is not "unhandled".
    writing.catch(() => {});
  }
  await writing;
  return events;
}
