import type { EventStore, Position } from "@daybook/platform/event-store/event-store";
import { type Batch, type LogEvent, toBatch } from "../core/log-event.ts";

/** How much is folded at once in a rebuild: as many events, or as many characters of text, whichever comes first. */
const CHUNK_EVENTS = 10_000;
const CHUNK_CHARACTERS = 16_000_000;

const smallestPage = 50;
const largestPage = 2_000;
const pageCharacters = 4_000_000;

/** Roughly what an event weighs: the texts of its data. */
function weigh(events: readonly LogEvent[]): number {
  let characters = 0;
  for (const { domain } of events) {
    if (domain instanceof Error) continue;
    const data: Readonly<Record<string, unknown>> = domain.data;
    for (const name in data) {
      const value = data[name];
      if (typeof value === "string") characters += value.length;
    }
  }
  return characters;
}

/**
 * Reads the log to its end, in chunks large enough to be written at once and small enough for memory; while a chunk is
 * worked on, the next page is on its way. This is the ceiling that a rebuild is measured against.
 */
export async function* readLog(options: {
  store: Pick<EventStore, "readAll">;
  after: Position | null;
  signal?: AbortSignal | undefined;
}): AsyncGenerator<Batch> {
  const { store, signal } = options;
  let limit = 500;
  const read = (after: Position | null) => {
    const page = store.readAll({ after, limit });
    // It is awaited one page later; until then a failure is not "unhandled".
    page.catch(() => {});
    return page;
  };

  let start = options.after;
  let events: LogEvent[] = [];
  let weight = 0;
  let coming = read(start);
  for (;;) {
    signal?.throwIfAborted();
    const stored = await coming;
    const last = stored.at(-1);
    if (!last) break;
    coming = read(last.position);
    const page = toBatch(null, stored).events;
    const pageWeight = weigh(page);
    limit = Math.round(Math.min(largestPage, pageCharacters / (pageWeight / page.length + 1)));
    limit = Math.max(smallestPage, limit);
    events.push(...page);
    weight += pageWeight;
    if (events.length < CHUNK_EVENTS && weight < CHUNK_CHARACTERS) continue;
    yield { after: start, events };
    start = last.position;
    events = [];
    weight = 0;
  }
  if (events.length > 0) yield { after: start, events };
}
