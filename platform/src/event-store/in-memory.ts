import { assertEventSize, type EventStore, type NewEvent, type StoredEvent } from "./event-store.ts";
import { type Position, toPosition } from "./position.ts";

/** The log in memory: for tests, and as the plainest statement of what a store promises. */
export function createInMemoryEventStore(now: () => number = Date.now): EventStore {
  const log: StoredEvent[] = [];
  const streams = new Map<string, StoredEvent[]>();
  const wakeUps = new Set<() => void>();

  const after = (position: Position | null): number => Number(position ?? 0);

  function store(stream: string, events: readonly NewEvent[]): StoredEvent[] {
    const own = streams.get(stream) ?? [];
    streams.set(stream, own);
    for (const event of events) {
      const stored = {
        // As a database would: what is stored is a copy, and only what JSON can carry.
        ...(JSON.parse(JSON.stringify(event)) as NewEvent),
        stream,
        revision: own.length,
        position: toPosition(log.length + 1),
        recordedAt: new Date(now()).toISOString(),
      };
      own.push(stored);
      log.push(stored);
    }
    return own;
  }

  return {
    async append(stream, expected, events) {
      assertEventSize(events);
      const own = streams.get(stream) ?? [];
      const current = own.length - 1;
      if (current !== (expected === "none" ? -1 : expected)) {
        const known = own.filter(({ id }) => events.some((event) => event.id === id));
        const position = known.at(-1)?.position ?? null;
        if (known.length === events.length) return { status: "duplicate", revision: current, position };
        return { status: "conflict", revision: current < 0 ? null : current };
      }
      const last = store(stream, events).at(-1);
      for (const wake of wakeUps) wake();
      return { status: "ok", revision: current + events.length, position: last?.position ?? null };
    },

    readStream: async (stream, { from = 0, limit = 10_000 } = {}) =>
      (streams.get(stream) ?? []).slice(from, from + limit),

    readAll: async ({ after: position, limit }) => log.slice(after(position), after(position) + limit),

    head: async () => log.at(-1)?.position ?? null,

    async subscribe({ after: start, batchSize = 500, signal }, handle) {
      let position = after(start);
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
