import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore } from "../event-store/event-store.ts";
import { createInMemoryEventStore } from "../event-store/in-memory.ts";
import { toPosition } from "../event-store/position.ts";

/**
 * A store with a common mistake: it assigns the sequence number before the commit, so an event with a lower number may
 * appear after a reader has passed its position. The contract suite must detect this.
 */
export function createNaiveEventStore(random: () => number): EventStore {
  const innerStore = createInMemoryEventStore();
  const visibleEvents: Awaited<ReturnType<EventStore["readAll"]>> = [];
  let sequence = 0;
  return {
    ...innerStore,
    async append(stream, expectedRevision, events) {
      const firstNumber = sequence + 1;
      sequence += events.length;
      await sleep(Math.floor(random() * 4));
      const result = await innerStore.append(stream, expectedRevision, events);
      if (result.status !== "ok") return result;
      const storedEvents = await innerStore.readStream(stream, { from: result.revision - events.length + 1 });
      visibleEvents.push(
        ...storedEvents.map((event, index) => ({ ...event, position: toPosition(firstNumber + index) })),
      );
      return { ...result, position: toPosition(sequence) };
    },
    async subscribe({ after, signal }, handle) {
      let position = Number(after ?? 0);
      while (!signal.aborted) {
        const batch = visibleEvents
          .filter((event) => Number(event.position) > position)
          .sort((a, b) => Number(a.position) - Number(b.position));
        const lastEvent = batch.at(-1);
        if (lastEvent) {
          await handle(batch);
          position = Number(lastEvent.position);
        }
        await sleep(1);
      }
    },
  };
}
