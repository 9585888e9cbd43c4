import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newStream, testEvent } from "../testing/test-events.ts";
import { type EventStore, EventTooLarge, type NewEvent } from "./event-store.ts";
import { describeSubscriptions } from "./subscription-contract.ts";

/** The contract of every adapter of the event store. Calls `open` once, and closes the store at the end. */
export function describeEventStoreContract(
  name: string,
  open: () => Promise<EventStore>,
  /** `false` for a store that recognises a repeat only at the same expected revision, and may return `ok` for it. */
  { reportsDuplicates = true }: { reportsDuplicates?: boolean } = {},
): void {
  describe(`${name} as an event store`, () => {
    let store: EventStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store?.close());

    it("appends to a new stream and reads the same events back", async () => {
      const stream = newStream();
      const events = [testEvent({ text: "a" }), testEvent({ text: "b" })];
      const result = await store.append(stream, "none", events);
      expect(result.status).toBe("ok");
      expect(result.revision).toBe(1);
      const storedEvents = await store.readStream(stream);
      expect(
        storedEvents.map(({ id, type, version, data, meta }) => ({ id, type, version, data, meta })),
      ).toEqual(events);
      expect(storedEvents.map(({ revision }) => revision)).toEqual([0, 1]);
      expect(await store.readStream(stream, { from: 1 })).toEqual(storedEvents.slice(1));
      expect(await store.readStream(stream, { limit: 1 })).toEqual(storedEvents.slice(0, 1));
      expect(await store.readStream(newStream())).toEqual([]);
    });

    it("refuses an append at a wrong revision, and returns the right one", async () => {
      const stream = newStream();
      expect(await store.append(stream, 0, [testEvent()])).toEqual({ status: "conflict", revision: null });
      await store.append(stream, "none", [testEvent()]);
      for (const wrongRevision of ["none", 1] as const) {
        expect(await store.append(stream, wrongRevision, [testEvent()])).toEqual({
          status: "conflict",
          revision: 0,
        });
      }
      expect((await store.append(stream, 0, [testEvent()])).status).toBe("ok");
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    it.each(["refused", "repeated"])(
      "puts each append's events into its own stream when another append of the batch is %s",
      async (situation) => {
        const [existingStream, ...newStreams] = Array.from({ length: 5 }, newStream);
        const firstEvents = [testEvent({ text: "taken" })];
        await store.append(existingStream!, "none", firstEvents);
        const events = newStreams.map((_, index) => [
          testEvent({ text: `a${index}` }),
          testEvent({ text: `b${index}` }),
        ]);
        // Started concurrently, so that they share one batch. The first append has no effect.
        const [, ...results] = await Promise.all([
          store.append(
            existingStream!,
            "none",
            situation === "refused" ? [testEvent({ text: situation })] : firstEvents,
          ),
          ...newStreams.map((stream, index) => store.append(stream, "none", events[index]!)),
        ]);
        expect(results.map(({ status }) => status)).toEqual(["ok", "ok", "ok", "ok"]);
        expect(await store.readStream(existingStream!)).toHaveLength(1);
        for (const [index, stream] of newStreams.entries()) {
          const storedEvents = await store.readStream(stream);
          expect(storedEvents.map(({ id, data }) => [id, data])).toEqual(
            events[index]!.map(({ id, data }) => [id, data]),
          );
        }
      },
    );

    it("does not report a repeated append as a conflict, and writes nothing twice", async () => {
      const stream = newStream();
      const events = [testEvent(), testEvent()];
      const firstResult = await store.append(stream, "none", events);
      const repeatedResult = await store.append(stream, "none", events);
      expect(repeatedResult).toEqual({
        ...firstResult,
        status: reportsDuplicates ? "duplicate" : repeatedResult.status,
      });
      await store.append(stream, 1, [testEvent()]);
      expect((await store.append(stream, "none", events)).status).not.toBe("conflict");
      expect(await store.readStream(stream)).toHaveLength(3);
    });

    it.runIf(reportsDuplicates)("recognises a repeated append at any expected revision", async () => {
      const stream = newStream();
      const events = [testEvent(), testEvent()];
      const firstResult = await store.append(stream, "none", events);
      for (const expectedRevision of [1, 7] as const) {
        expect(await store.append(stream, expectedRevision, events)).toEqual({
          ...firstResult,
          status: "duplicate",
        });
      }
      const partialRepeat = await store.append(stream, 1, [events[1]!, testEvent()]);
      expect(partialRepeat).toEqual({ status: "conflict", revision: 1 });
      expect(await store.readStream(stream)).toHaveLength(2);
    });

    it("gives each of many concurrent appends the result for its own stream", async () => {
      const streams = Array.from({ length: 40 }, newStream);
      const results = await Promise.all(
        streams.map((stream, index) =>
          index % 4 === 3
            ? store.append(stream, 5, [testEvent()])
            : store.append(
                stream,
                "none",
                Array.from({ length: 1 + (index % 4) }, () => testEvent({ index })),
              ),
        ),
      );
      for (const [index, stream] of streams.entries()) {
        const storedEvents = await store.readStream(stream);
        const result = results[index];
        expect(result?.status).toBe(index % 4 === 3 ? "conflict" : "ok");
        expect(storedEvents.map(({ data }) => data)).toEqual(
          index % 4 === 3 ? [] : Array.from({ length: 1 + (index % 4) }, () => ({ index })),
        );
        expect(result?.revision).toBe(storedEvents.at(-1)?.revision ?? null);
      }
    });

    it("accepts one of 32 concurrent appends at the same revision", async () => {
      const stream = newStream();
      const results = await Promise.all(
        Array.from({ length: 32 }, () => store.append(stream, "none", [testEvent()])),
      );
      expect(results.filter(({ status }) => status === "ok")).toHaveLength(1);
      expect(results.filter(({ status }) => status === "conflict")).toHaveLength(31);
      expect(await store.readStream(stream)).toHaveLength(1);
    });

    describeSubscriptions(() => store);

    it.each([
      ["\\u0000 and other control characters", "a\u0000b\u0001c\u001f"],
      ["emoji and astral characters", "👩‍👩‍👧 𝔇𝔞𝔶 ☃"],
      ["half of a surrogate pair", "a\ud83db"],
      ["quotes, backslashes and braces", "\"\\{},[]'$1\n\r\t"],
      ["a payload of almost 1 MiB", "x".repeat(1_000_000)],
    ])("stores %s unchanged", async (_, text) => {
      const stream = newStream();
      await store.append(stream, "none", [testEvent({ text })]);
      expect((await store.readStream(stream))[0]?.data).toEqual({ text });
    });

    it("refuses an event over 1 MiB with an error that does not contain its content", async () => {
      const hugeAppend = store.append(newStream(), "none", [testEvent({ text: "marker".repeat(200_000) })]);
      await expect(hugeAppend).rejects.toThrow(EventTooLarge);
      await expect(hugeAppend).rejects.not.toThrow(/marker/);
    });

    it("refuses an append that is too large in total, and an empty one", async () => {
      const stream = newStream();
      const halves = [testEvent({ text: "x".repeat(600_000) }), testEvent({ text: "x".repeat(600_000) })];
      await expect(store.append(stream, "none", halves)).rejects.toThrow(EventTooLarge);
      await expect(store.append(stream, "none", [])).rejects.toThrow(RangeError);
      expect(await store.readStream(stream)).toEqual([]);
    });

    it("agrees with a plain model for any sequence of appends and repeats", async () => {
      const step = fc.record({
        stream: fc.integer({ min: 0, max: 2 }),
        expected: fc.integer({ min: -1, max: 5 }),
        count: fc.integer({ min: 1, max: 3 }),
        repeat: fc.boolean(),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
          const names = [newStream(), newStream(), newStream()];
          const model: string[][] = [[], [], []];
          const appendsByStream: { expected: number; events: NewEvent[] }[][] = [[], [], []];
          for (const { stream, expected, count, repeat } of steps) {
            const ids = model[stream]!;
            const earlierAppend = repeat ? appendsByStream[stream]?.at(-1) : undefined;
            const nextAppend = earlierAppend ?? {
              expected,
              events: Array.from({ length: count }, () => testEvent()),
            };
            const revision = nextAppend.expected < 0 ? "none" : nextAppend.expected;
            const result = await store.append(names[stream]!, revision, nextAppend.events);
            if (earlierAppend) {
              expect(result.status).not.toBe("conflict");
            } else if (ids.length - 1 === expected) {
              expect(result.status).toBe("ok");
              ids.push(...nextAppend.events.map(({ id }) => id));
              appendsByStream[stream]?.push(nextAppend);
            } else {
              expect(result.status).toBe("conflict");
            }
          }
          for (const [index, name] of names.entries()) {
            const storedEvents = await store.readStream(name);
            expect(storedEvents.map(({ id }) => id)).toEqual(model[index]);
            expect(storedEvents.map(({ revision }) => revision)).toEqual(
              model[index]?.map((_, revision) => revision),
            );
          }
        }),
        { numRuns: 15 },
      );
    });
  });
}
