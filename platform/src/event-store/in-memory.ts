import type { EventMeta, EventStore, StoredEvent } from "./event-store.ts";
import { type Position, toPosition } from "./position.ts";
import { serialiseEvents } from "./serialise-events.ts";

/** The log in memory: for tests, and as the simplest description of what a store guarantees. */
export function createInMemoryEventStore(now: () => number = Date.now): EventStore {
  const log: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const wakeUps = new Set<() => void>();

  const numberOf = (position: Position | null): number => Number(position ?? 0);

  return {
    async append(stream, expectedRevision, events) {
      const { events: serialised } = serialiseEvents(events);
      const streamEvents = streams.get(stream) ?? [];
      const currentRevision = streamEvents.length - 1;
      const ids = new Set(events.map(({ id }) => id));
      const storedEvents = streamEvents.filter(({ id }) => ids.has(id));
      if (storedEvents.length === events.length) {
        return {
          status: "duplicate",
          revision: currentRevision,
          position: storedEvents.at(-1)?.position ?? null,
        };
      }
      if (
        storedEvents.length > 0 ||
        currentRevision !== (expectedRevision === "none" ? -1 : expectedRevision)
      ) {
        return { status: "conflict", revision: currentRevision < 0 ? null : currentRevision };
      }
      streams.set(stream, streamEvents);
      for (const event of serialised) {
        const storedEvent: StoredEvent = {
          ...event,
          // As in a database, the stored data is a copy. Values that JSON cannot express are lost, such as `undefined`.
          data: JSON.parse(event.data) as unknown,
          meta: JSON.parse(event.meta) as EventMeta,
          stream,
          revision: streamEvents.length,
          position: toPosition(log.length + 1),
          recordedAt: new Date(now()).toISOString(),
        };
        streamEvents.push(storedEvent);
        log.push(storedEvent);
      }
      for (const wake of wakeUps) wake();
      return { status: "ok", revision: streamEvents.length - 1, position: toPosition(log.length) };
    },

    readStream: async (stream, { from = 0, limit = 10_000 } = {}) =>
      (streams.get(stream) ?? []).slice(from, from + limit),

    readAll: async ({ after: position, limit }) => log.slice(numberOf(position), numberOf(position) + limit),

    head: async () => log.at(-1)?.position ?? null,

    async subscribe({ after: startPosition, batchSize = 500, signal }, handle) {
      let position = numberOf(startPosition);
      while (!signal.aborted) {
        const batch = log.slice(position, position + batchSize);
        if (batch.length > 0) {
          await handle(batch);
          position += batch.length;
          continue;
        }
        await new Promise<void>((resolve) => {
          const wake = (): void => {
            wakeUps.delete(wake);
            signal.removeEventListener("abort", wake);
            resolve();
          };
          wakeUps.add(wake);
          signal.addEventListener("abort", wake);
        });
      }
    },

    async close() {
      wakeUps.clear();
    },
  };
}
