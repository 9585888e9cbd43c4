import fc from "fast-check";
import { expect, test } from "vitest";
import { createAppendQueue, type PendingAppend } from "./append-queue.ts";
import type { AppendResult } from "./event-store.ts";
import { toPosition } from "./position.ts";

const pendingAppend = (stream: string, revision: number, bytes = 1): PendingAppend => ({
  stream,
  expected: revision,
  events: [],
  bytes,
});
const okResult = (append: PendingAppend): AppendResult => ({
  status: "ok",
  revision: Number(append.expected) + 1,
  position: toPosition(1),
});

/** A database whose batches end when the test says so. */
function createPausedDatabase() {
  const batches: (readonly PendingAppend[])[] = [];
  const releases: (() => void)[] = [];
  let onBatch = (): void => {};
  return {
    batches,
    send: (batch: readonly PendingAppend[]) => {
      batches.push(batch);
      onBatch();
      return new Promise<AppendResult[]>((resolve) => releases.push(() => resolve(batch.map(okResult))));
    },
    /** Resolves when that many batches have been sent. */
    async waitForBatches(count: number): Promise<void> {
      while (batches.length < count) await new Promise<void>((resolve) => (onBatch = resolve));
    },
    release: () => releases.shift()?.(),
  };
}

class RefusedError extends Error {}
const isRefusal = (error: unknown): boolean => error instanceof RefusedError;

test("appends of one turn of the event loop form a batch, and those that arrive while it is sent form the next", async () => {
  const database = createPausedDatabase();
  const queue = createAppendQueue(database.send, isRefusal);
  const firstAppends = [queue.push(pendingAppend("a", 0)), queue.push(pendingAppend("b", 0))];
  await database.waitForBatches(1);
  const secondAppends = ["c", "d", "e"].map((stream) => queue.push(pendingAppend(stream, 0)));
  database.release();
  await Promise.all(firstAppends);
  await database.waitForBatches(2);
  database.release();
  await Promise.all(secondAppends);
  expect(database.batches.map((batch) => batch.map(({ stream }) => stream))).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ]);
});

test("writers that got their results together and append again share the next batch too", async () => {
  const sizes: number[] = [];
  const queue = createAppendQueue(async (batch) => {
    sizes.push(batch.length);
    return batch.map(okResult);
  }, isRefusal);
  const write = async (stream: string) => {
    for (let revision = 0; revision < 5; revision++) await queue.push(pendingAppend(stream, revision));
  };
  await Promise.all(Array.from({ length: 16 }, (_, writer) => write(String(writer))));
  expect(sizes).toEqual([16, 16, 16, 16, 16]);
});

test("for any load: every append is answered, each stream keeps its order, and no batch exceeds its limits", async () => {
  const load = fc.array(
    fc.record({ stream: fc.integer({ min: 0, max: 300 }), bytes: fc.integer({ max: 2_000_000, min: 1 }) }),
    {
      maxLength: 400,
    },
  );
  await fc.assert(
    fc.asyncProperty(load, async (appends) => {
      const sentAppends: PendingAppend[] = [];
      const queue = createAppendQueue(async (batch) => {
        expect(batch.length).toBeLessThanOrEqual(200);
        expect(new Set(batch.map(({ stream }) => stream)).size).toBe(batch.length);
        if (batch.length > 1) {
          expect(batch.reduce((total, { bytes }) => total + bytes, 0)).toBeLessThanOrEqual(4 * 1024 * 1024);
        }
        sentAppends.push(...batch);
        return batch.map(okResult);
      }, isRefusal);
      const results = await Promise.all(
        appends.map(({ stream, bytes }, index) => queue.push(pendingAppend(String(stream), index, bytes))),
      );
      expect(results.map((result) => result.revision)).toEqual(appends.map((_, index) => index + 1));
      const lastRevisions = new Map<string, number>();
      for (const { stream, expected } of sentAppends) {
        expect(Number(expected)).toBeGreaterThan(lastRevisions.get(stream) ?? -1);
        lastRevisions.set(stream, Number(expected));
      }
    }),
    { numRuns: 25 },
  );
});

test("when the database refuses one append of a batch, the others still succeed", async () => {
  const queue = createAppendQueue(async (batch) => {
    if (batch.some(({ stream }) => stream === "bad")) throw new RefusedError("no");
    return batch.map(okResult);
  }, isRefusal);
  const results = await Promise.allSettled(
    ["a", "bad", "b"].map((stream) => queue.push(pendingAppend(stream, 0))),
  );
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
});

test("when the outcome is unknown, no append of the batch is sent again, and the queue continues", async () => {
  let calls = 0;
  const queue = createAppendQueue(async (batch) => {
    if (++calls === 1) throw new Error("lost");
    return batch.map(okResult);
  }, isRefusal);
  const results = await Promise.allSettled(["a", "b"].map((stream) => queue.push(pendingAppend(stream, 0))));
  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(calls).toBe(1);
  expect((await queue.push(pendingAppend("a", 0))).status).toBe("ok");
  await queue.idle();
});
