import { expect, test } from "vitest";
import type { EventStore, Position, StoredEvent } from "../event-store/event-store.ts";
import { createInMemoryEventStore } from "../event-store/in-memory.ts";
import { testEvent } from "../testing/test-events.ts";
import { runSubscription, type Subscription } from "./run-subscription.ts";

/** A store with `count` events, and a reader that stores its checkpoint as a projection does. */
async function openSubscription(count: number) {
  const store = createInMemoryEventStore();
  for (let n = 0; n < count; n++) await store.append(`stream-${n}`, "none", [testEvent({ n })]);
  const stop = new AbortController();
  const warnings: unknown[] = [];
  const reader = { checkpoint: null as Position | null, handledNumbers: [] as unknown[], loads: 0 };
  const handleBatch = (batch: readonly StoredEvent[]): void => {
    reader.handledNumbers.push(...batch.map(({ data }) => (data as { n: number }).n));
    reader.checkpoint = batch.at(-1)?.position ?? reader.checkpoint;
    if (reader.handledNumbers.length >= count) stop.abort();
  };
  const subscription: Subscription = {
    store,
    name: "test",
    load: async () => {
      reader.loads++;
      return reader.checkpoint;
    },
    handle: async (batch) => handleBatch(batch),
    batchSize: 2,
    logger: { warn: (...line: unknown[]) => void warnings.push(line[0]) },
    signal: stop.signal,
    backoff: { first: 1, longest: 4 },
  };
  return { store, stop, warnings, reader, handleBatch, subscription };
}

test("reads the log from the stored checkpoint until the signal aborts", async () => {
  const { reader, subscription, warnings, store } = await openSubscription(5);
  reader.checkpoint = (await store.readAll({ after: null, limit: 2 })).at(-1)?.position ?? null;
  reader.handledNumbers = [0, 1];
  await runSubscription(subscription);
  expect(reader.handledNumbers).toEqual([0, 1, 2, 3, 4]);
  expect(warnings).toEqual([]);
});

test("after an error of the handler it starts again from the stored checkpoint, so nothing is lost or repeated", async () => {
  const { reader, subscription, handleBatch, warnings } = await openSubscription(5);
  const failures = [new Error("first"), new Error("second")];
  await runSubscription({
    ...subscription,
    handle: async (batch) => {
      const failure = reader.handledNumbers.length === 2 ? failures.shift() : undefined;
      if (failure) throw failure;
      handleBatch(batch);
    },
  });
  expect(reader.handledNumbers).toEqual([0, 1, 2, 3, 4]);
  expect(reader.loads).toBe(3);
  expect(warnings).toEqual([
    { err: expect.objectContaining({ message: "first" }), subscription: "test" },
    { err: expect.objectContaining({ message: "second" }), subscription: "test" },
  ]);
});

test("a batch that fails before its checkpoint is stored is handled again", async () => {
  const { reader, subscription, handleBatch } = await openSubscription(4);
  const offeredBatches: unknown[][] = [];
  await runSubscription({
    ...subscription,
    handle: async (batch) => {
      offeredBatches.push(batch.map(({ data }) => (data as { n: number }).n));
      if (offeredBatches.length === 1) throw new Error("before the checkpoint");
      handleBatch(batch);
    },
  });
  expect(offeredBatches).toEqual([
    [0, 1],
    [0, 1],
    [2, 3],
  ]);
  expect(reader.handledNumbers).toEqual([0, 1, 2, 3]);
});

test("a subscription that ends silently is started again", async () => {
  const { reader, subscription, store } = await openSubscription(6);
  let starts = 0;
  const endingStore: EventStore = {
    ...store,
    subscribe: async ({ after, signal }, handle) => {
      starts++;
      const batch = await store.readAll({ after, limit: 2 });
      if (!signal.aborted) await handle(batch);
    },
  };
  await runSubscription({ ...subscription, store: endingStore });
  expect(reader.handledNumbers).toEqual([0, 1, 2, 3, 4, 5]);
  expect(starts).toBe(3);
});

test("a checkpoint that cannot be loaded is loaded again", async () => {
  const { reader, subscription } = await openSubscription(2);
  let failures = 2;
  await runSubscription({
    ...subscription,
    load: async () => {
      if (failures-- > 0) throw new Error("no database");
      return reader.checkpoint;
    },
  });
  expect(reader.handledNumbers).toEqual([0, 1]);
});

test("an abort ends a pause between tries immediately", async () => {
  const { subscription, stop } = await openSubscription(1);
  await runSubscription({
    ...subscription,
    backoff: { first: 3_600_000, longest: 3_600_000 },
    handle: async () => {
      // The pause begins after this failure, before the next `setImmediate`.
      setImmediate(() => stop.abort());
      throw new Error("fails");
    },
  });
  expect(stop.signal.aborted).toBe(true);
});
