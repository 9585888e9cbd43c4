import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type EventStore,
  EventTooLarge,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type StoredEvent,
} from "./event-store.ts";
import { comparePositions } from "./position.ts";

/** An event for a test; the id is new unless it is given. */
export function testEvent(data: unknown = { n: 1 }, id: string = randomUUID()): NewEvent {
  const meta = {
    commandId: id,
    actor: "1",
    sessionId: null,
    requestId: null,
    source: "system" as const,
    at: "2026-11-20T10:00:00.000Z",
  };
  return { id, type: "Tested", version: 1, data, meta };
}

/** A stream nobody else uses: the store under test may be a shared server. */
const newStream = (): string => `test-${randomUUID()}`;

/** Follows the log from a position until `enough` says so; what it was given, in the order it was given. */
async function follow(
  store: EventStore,
  after: Position | null,
  enough: (seen: readonly StoredEvent[]) => boolean,
): Promise<StoredEvent[]> {
  const seen: StoredEvent[] = [];
  const controller = new AbortController();
  const guard = setTimeout(() => controller.abort(), 20_000);
  await store.subscribe({ after, signal: controller.signal }, async (batch) => {
    seen.push(...batch);
    if (enough(seen)) controller.abort();
  });
  clearTimeout(guard);
  return seen;
}

/** Appends `count` events to a stream, each on the revision before, trying again when another is faster. */
async function appendMany(store: EventStore, stream: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  let expected: ExpectedRevision = "none";
  for (let index = 0; index < count; index++) {
    const event = testEvent({ index });
    const result = await store.append(stream, expected, [event]);
    if (result.status !== "ok") throw new Error(`append was ${result.status}`);
    ids.push(event.id);
    expected = result.revision;
  }
  return ids;
}

/** What a live reader missed, saw twice or saw out of order while 16 writers appended. All empty for a store that keeps its promises. */
export async function readWhileAppending(
  store: EventStore,
  eventsPerWriter: number,
): Promise<{ lost: string[]; repeated: string[]; disordered: string[] }> {
  const writers = 16;
  const after = await store.head();
  const streams = Array.from({ length: writers }, newStream);
  const own = new Set(streams);
  const total = writers * eventsPerWriter;
  const ownOf = (seen: readonly StoredEvent[]) => seen.filter(({ stream }) => own.has(stream));
  let done = false;
  const reading = Promise.all(
    [1, 2].map(() =>
      follow(store, after, (seen) => {
        const found = ownOf(seen);
        return found.length >= total || (done && found.some(({ data }) => isLast(data)));
      }),
    ),
  );
  const ids = (await Promise.all(streams.map((stream) => appendMany(store, stream, eventsPerWriter)))).flat();
  // A store that loses events never shows all of them: one last event ends the readers.
  done = true;
  const last = newStream();
  own.add(last);
  await store.append(last, "none", [testEvent({ last: true })]);

  const problems = { lost: [] as string[], repeated: [] as string[], disordered: [] as string[] };
  for (const seen of await reading) {
    const found = ownOf(seen);
    const counts = new Map<string, number>();
    for (const { id } of found) counts.set(id, (counts.get(id) ?? 0) + 1);
    problems.lost.push(...ids.filter((id) => !counts.has(id)));
    problems.repeated.push(...ids.filter((id) => (counts.get(id) ?? 0) > 1));
    const revisions = new Map<string, number>();
    for (const { id, stream, revision } of found) {
      if (revision !== (revisions.get(stream) ?? -1) + 1) problems.disordered.push(id);
      revisions.set(stream, revision);
    }
    for (const [index, { id, position }] of seen.entries()) {
      const before = seen[index - 1];
      if (before && comparePositions(before.position, position) >= 0) problems.disordered.push(id);
    }
  }
  return problems;
}

const isLast = (data: unknown): boolean => typeof data === "object" && data !== null && "last" in data;

/** What every adapter of the event store must do. `open` is called once; `close` belongs to the caller. */
export function describeEventStoreContract(name: string, open: () => Promise<EventStore>): void {
  describe(`${name} as an event store`, () => {
    let store: EventStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    it("appends to a new stream and reads back what it was given", async () => {
      const stream = newStream();
      const events = [testEvent({ text: "a" }), testEvent({ text: "b" })];
      const result = await store.append(stream, "none", events);
      expect(result.status).toBe("ok");
      expect(result.revision).toBe(1);
      const stored = await store.readStream(stream);
      expect(stored.map(({ id, type, version, data, meta }) => ({ id, type, version, data, meta }))).toEqual(
        events,
      );
      expect(stored.map(({ revision }) => revision)).toEqual([0, 1]);
      expect(await store.readStream(stream, { from: 1 })).toEqual(stored.slice(1));
      expect(await store.readStream(stream, { limit: 1 })).toEqual(stored.slice(0, 1));
      expect(await store.readStream(newStream())).toEqual([]);
    });

    it("refuses an append at another revision than the one it stands at", async () => {
      const stream = newStream();
      expect((await store.append(stream, 0, [testEvent()])).status).toBe("conflict");
      await store.append(stream, "none", [testEvent()]);
      expect((await store.append(stream, "none", [testEvent()])).status).toBe("conflict");
      expect((await store.append(stream, 1, [testEvent()])).status).toBe("conflict");
      expect((await store.append(stream, 0, [testEvent()])).status).toBe("ok");
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    it("does not call a repeated append a conflict, and writes nothing twice", async () => {
      const stream = newStream();
      const events = [testEvent(), testEvent()];
      await store.append(stream, "none", events);
      expect((await store.append(stream, "none", events)).status).not.toBe("conflict");
      await store.append(stream, 1, [testEvent()]);
      const again = await store.append(stream, "none", events);
      expect(again.status).not.toBe("conflict");
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    it("lets one of 32 racers win", async () => {
      const stream = newStream();
      const results = await Promise.all(
        Array.from({ length: 32 }, () => store.append(stream, "none", [testEvent()])),
      );
      expect(results.filter(({ status }) => status === "ok")).toHaveLength(1);
      expect(results.filter(({ status }) => status === "conflict")).toHaveLength(31);
      expect(await store.readStream(stream)).toHaveLength(1);
    });

    it("loses, repeats and disorders nothing for live readers under 16 concurrent appenders", async () => {
      expect(await readWhileAppending(store, 25)).toEqual({ lost: [], repeated: [], disordered: [] });
    });

    it("catches up, then follows live, and continues from a checkpoint", async () => {
      const stream = newStream();
      const after = await store.head();
      const before = await appendMany(store, stream, 3);
      const isOwn = (event: StoredEvent) => event.stream === stream;
      let live: string | null = null;
      const seen = await follow(store, after, (events) => {
        const own = events.filter(isOwn);
        if (own.length === 3 && live === null) {
          const event = testEvent({ live: true });
          live = event.id;
          void store.append(stream, 2, [event]);
        }
        return own.length === 4;
      });
      expect(seen.filter(isOwn).map(({ id }) => id)).toEqual([...before, live]);
      const checkpoint = seen.filter(isOwn)[1]?.position ?? null;
      const rest = await follow(store, checkpoint, (events) => events.filter(isOwn).length === 2);
      expect(rest.filter(isOwn).map(({ id }) => id)).toEqual([before[2], live]);
    });

    it("passes on an error of the handler, and can be subscribed to again", async () => {
      const after = await store.head();
      await store.append(newStream(), "none", [testEvent()]);
      const { signal } = new AbortController();
      const failing = store.subscribe({ after, signal }, () => Promise.reject(new Error("handler failed")));
      await expect(failing).rejects.toThrow("handler failed");
      expect((await follow(store, after, (seen) => seen.length > 0)).length).toBeGreaterThan(0);
    });

    it.each([
      ["\\u0000 and other control characters", "a\u0000b\u0001c\u001f"],
      ["emoji and astral characters", "👩‍👩‍👧 𝔇𝔞𝔶 ☃"],
      ["quotes, backslashes and braces", "\"\\{},[]'$1\n\r\t"],
      ["a payload of almost 1 MB", "x".repeat(1_000_000)],
    ])("keeps %s", async (_, text) => {
      const stream = newStream();
      await store.append(stream, "none", [testEvent({ text })]);
      expect((await store.readStream(stream))[0]?.data).toEqual({ text });
    });

    it("refuses an event over 1 MiB by name, without its content", async () => {
      const huge = store.append(newStream(), "none", [testEvent({ text: "marker".repeat(200_000) })]);
      await expect(huge).rejects.toThrow(EventTooLarge);
      await expect(huge).rejects.not.toThrow(/marker/);
    });

    it("agrees with a plain model for any sequence of appends", async () => {
      const append = fc.record({
        stream: fc.integer({ min: 0, max: 2 }),
        expected: fc.integer({ min: -1, max: 5 }),
        count: fc.integer({ min: 1, max: 3 }),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(append, { maxLength: 12 }), async (appends) => {
          const names = [newStream(), newStream(), newStream()];
          const model = [0, 0, 0];
          for (const { stream, expected, count } of appends) {
            const events = Array.from({ length: count }, () => testEvent());
            const result = await store.append(names[stream]!, expected < 0 ? "none" : expected, events);
            const fits = model[stream]! - 1 === expected;
            expect(result.status).toBe(fits ? "ok" : "conflict");
            if (fits) model[stream]! += count;
          }
          for (const [index, name] of names.entries()) {
            const revisions = (await store.readStream(name)).map(({ revision }) => revision);
            expect(revisions).toEqual(Array.from({ length: model[index]! }, (_, n) => n));
          }
        }),
        { numRuns: 15 },
      );
    });
  });
}
