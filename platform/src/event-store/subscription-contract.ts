import { expect, it } from "vitest";
import { appendMany, readUntil, readWhileAppending } from "../testing/read-while-appending.ts";
import { newStream, testEvent } from "../testing/test-events.ts";
import type { EventStore, StoredEvent } from "./event-store.ts";

/**
 * The part of the contract of an event store that is about reading and following the whole log.
 *
 * @param getStore returns the store, which is open when the first test runs
 */
export function describeSubscriptions(getStore: () => EventStore): void {
  it("shows live readers every event once and in order, with 16 concurrent appenders", async () => {
    expect(await readWhileAppending(getStore(), 25)).toEqual({ lost: [], repeated: [], disordered: [] });
  });

  it("catches up, then follows live, and continues from a checkpoint", async () => {
    const stream = newStream();
    const startPosition = await getStore().head();
    const earlierEvents = await appendMany(getStore(), stream, 3);
    const isInStream = (event: StoredEvent) => event.stream === stream;
    let liveEventId: string | null = null;
    const receivedEvents = await readUntil(getStore(), startPosition, (events) => {
      const streamEvents = events.filter(isInStream);
      if (streamEvents.length === 3 && liveEventId === null) {
        const event = testEvent({ live: true });
        liveEventId = event.id;
        void getStore().append(stream, 2, [event]);
      }
      return streamEvents.length === 4;
    });
    expect(receivedEvents.filter(isInStream).map(({ id }) => id)).toEqual([...earlierEvents, liveEventId]);
    const checkpoint = receivedEvents.filter(isInStream)[1]?.position ?? null;
    const laterEvents = await readUntil(
      getStore(),
      checkpoint,
      (events) => events.filter(isInStream).length === 2,
    );
    expect(laterEvents.filter(isInStream).map(({ id }) => id)).toEqual([earlierEvents[2], liveEventId]);
  });

  it("reads all events in pages, in the order in which a subscription shows them", async () => {
    const startPosition = await getStore().head();
    const ids = await appendMany(getStore(), newStream(), 12);
    const pagedEvents: StoredEvent[] = [];
    for (let page: StoredEvent[] | null = null; page?.length !== 0;) {
      page = await getStore().readAll({ after: pagedEvents.at(-1)?.position ?? startPosition, limit: 5 });
      expect(page.length).toBeLessThanOrEqual(5);
      pagedEvents.push(...page);
    }
    const subscribedEvents = await readUntil(getStore(), startPosition, (readEvents) =>
      readEvents.some(({ id }) => id === ids.at(-1)),
    );
    expect(pagedEvents).toEqual(subscribedEvents);
    expect(pagedEvents.map(({ id }) => id).filter((id) => ids.includes(id))).toEqual(ids);
    expect(await getStore().head()).toBe(pagedEvents.at(-1)?.position);
    expect(await getStore().readAll({ after: await getStore().head(), limit: 5 })).toEqual([]);
  });

  it("delivers a batch only after the previous one is handled, and none larger than the limit", async () => {
    const stream = newStream();
    const startPosition = await getStore().head();
    const ids = await appendMany(getStore(), stream, 9);
    const controller = new AbortController();
    const sizes: number[] = [];
    const handledIds: string[] = [];
    let handling = 0;
    await getStore().subscribe(
      { after: startPosition, batchSize: 4, signal: controller.signal },
      async (batch) => {
        expect(++handling).toBe(1);
        await new Promise(setImmediate);
        handling--;
        sizes.push(batch.length);
        handledIds.push(...batch.map(({ id }) => id));
        if (handledIds.includes(ids.at(-1)!)) controller.abort();
      },
    );
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4);
    expect(handledIds.filter((id) => ids.includes(id))).toEqual(ids);
  });

  it("ends an idle subscription when its signal aborts, and handles no event with an aborted signal", async () => {
    const controller = new AbortController();
    const idleSubscription = getStore().subscribe(
      { after: await getStore().head(), signal: controller.signal },
      () => Promise.resolve(),
    );
    setImmediate(() => controller.abort());
    await idleSubscription;
    const abortedSubscription = getStore().subscribe({ after: null, signal: AbortSignal.abort() }, () =>
      Promise.reject(new Error()),
    );
    await abortedSubscription;
    expect(controller.signal.aborted).toBe(true);
  });

  it("rejects a subscription with the handler's error, and accepts a new one", async () => {
    const startPosition = await getStore().head();
    await getStore().append(newStream(), "none", [testEvent()]);
    const { signal } = new AbortController();
    const failingSubscription = getStore().subscribe({ after: startPosition, signal }, () =>
      Promise.reject(new Error("handler failed")),
    );
    await expect(failingSubscription).rejects.toThrow("handler failed");
    expect(
      (await readUntil(getStore(), startPosition, (readEvents) => readEvents.length > 0)).length,
    ).toBeGreaterThan(0);
  });
}
