import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { type Batch, type LogEvent, toBatch } from "../core/log-event.ts";

/** The size of a chunk: this many events or this many characters, whichever comes first. */
const CHUNK_EVENTS = 10_000;
const CHUNK_CHARACTERS = 16_000_000;

const minPageEvents = 50;
const maxPageEvents = 2_000;
const pageCharacters = 4_000_000;

/** The approximate size of events: the characters of the texts in their data. */
function sizeOf(events: readonly LogEvent[]): number {
  let characters = 0;
  for (const { domainEvent } of events) {
    if (domainEvent instanceof Error) continue;
    const data: Readonly<Record<string, unknown>> = domainEvent.data;
    for (const name in data) {
      const value = data[name];
      if (typeof value === "string") characters += value.length;
    }
  }
  return characters;
}

/**
 * Reads the log to its end in chunks. A rebuild writes each chunk in one step, so chunks are large, which keeps the steps
 * few. They are still small enough for memory. Reads the next page while the caller works on a chunk.
 */
export async function* readLog(options: {
  store: Pick<EventStore, "readAll">;
  after: Position | null;
  signal?: AbortSignal | undefined;
}): AsyncGenerator<Batch> {
  const { store, signal } = options;
  let limit = 500;
  const readPage = (from: Position | null) => {
    const page = store.readAll({ after: from, limit });
    // The promise is awaited one page later. Until then its rejection must not count as unhandled.
    page.catch(() => {});
    return page;
  };

  let lastPosition = options.after;
  let events: LogEvent[] = [];
  let size = 0;
  let nextPage = readPage(lastPosition);
  for (;;) {
    signal?.throwIfAborted();
    const storedEvents = await nextPage;
    const lastEvent = storedEvents.at(-1);
    if (!lastEvent) break;
    nextPage = readPage(lastEvent.position);
    const page = toBatch(null, storedEvents).events;
    const pageSize = sizeOf(page);
    limit = Math.round(Math.min(maxPageEvents, pageCharacters / (pageSize / page.length + 1)));
    limit = Math.max(minPageEvents, limit);
    events.push(...page);
    size += pageSize;
    if (events.length < CHUNK_EVENTS && size < CHUNK_CHARACTERS) continue;
    yield { after: lastPosition, events };
    lastPosition = lastEvent.position;
    events = [];
    size = 0;
  }
  if (events.length > 0) yield { after: lastPosition, events };
}
