import type { EventStore, ExpectedRevision, Position, StoredEvent } from "../event-store/event-store.ts";
import { comparePositions } from "../event-store/position.ts";
import { newStream, testEvent } from "./test-events.ts";

/** Reads the log from a position until `isEnough` returns true, for at most 20 seconds. Returns the events in the order they came. */
export async function readUntil(
  store: EventStore,
  start: Position | null,
  isEnough: (readEvents: readonly StoredEvent[]) => boolean,
): Promise<StoredEvent[]> {
  const readEvents: StoredEvent[] = [];
  const controller = new AbortController();
  const timeout = setTimeout(() => controller.abort(), 20_000);
  await store.subscribe({ after: start, signal: controller.signal }, async (batch) => {
    readEvents.push(...batch);
    if (isEnough(readEvents)) controller.abort();
  });
  clearTimeout(timeout);
  return readEvents;
}

/** Appends `count` events to a new stream, one after the other. Returns their ids. */
export async function appendMany(store: EventStore, stream: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  let expectedRevision: ExpectedRevision = "none";
  for (let index = 0; index < count; index++) {
    const event = testEvent({ index });
    const result = await store.append(stream, expectedRevision, [event]);
    if (result.status !== "ok") throw new Error(`append was ${result.status}`);
    ids.push(event.id);
    expectedRevision = result.revision;
  }
  return ids;
}

/**
 * The ids of events that one of two live readers missed, saw twice or saw out of order while 16 writers appended. All lists
 * are empty for a correct store.
 */
export async function readWhileAppending(
  store: EventStore,
  eventsPerWriter: number,
): Promise<{ lost: string[]; repeated: string[]; disordered: string[] }> {
  const writers = 16;
  const startPosition = await store.head();
  const streams = Array.from({ length: writers }, newStream);
  const testStreams = new Set(streams);
  const total = writers * eventsPerWriter;
  const fromTestStreams = (readEvents: readonly StoredEvent[]) =>
    readEvents.filter(({ stream }) => testStreams.has(stream));
  let hasAppendedAll = false;
  const readers = Promise.all(
    [1, 2].map(() =>
      readUntil(store, startPosition, (readEvents) => {
        const streamEvents = fromTestStreams(readEvents);
        return (
          streamEvents.length >= total || (hasAppendedAll && streamEvents.some(({ data }) => isLast(data)))
        );
      }),
    ),
  );
  const ids = (await Promise.all(streams.map((stream) => appendMany(store, stream, eventsPerWriter)))).flat();
  // A store that loses events never shows all of them, so one last event ends the readers.
  hasAppendedAll = true;
  const lastStream = newStream();
  testStreams.add(lastStream);
  await store.append(lastStream, "none", [testEvent({ last: true })]);

  const problems = { lost: [] as string[], repeated: [] as string[], disordered: [] as string[] };
  for (const readEvents of await readers) {
    const streamEvents = fromTestStreams(readEvents);
    const counts = new Map<string, number>();
    for (const { id } of streamEvents) counts.set(id, (counts.get(id) ?? 0) + 1);
    problems.lost.push(...ids.filter((id) => !counts.has(id)));
    problems.repeated.push(...ids.filter((id) => (counts.get(id) ?? 0) > 1));
    const revisions = new Map<string, number>();
    for (const { id, stream, revision } of streamEvents) {
      if (revision !== (revisions.get(stream) ?? -1) + 1) problems.disordered.push(id);
      revisions.set(stream, revision);
    }
    for (const [index, { id, position }] of readEvents.entries()) {
      const eventBefore = readEvents[index - 1];
      if (eventBefore && comparePositions(eventBefore.position, position) >= 0) problems.disordered.push(id);
    }
  }
  return problems;
}

const isLast = (data: unknown): boolean => typeof data === "object" && data !== null && "last" in data;
