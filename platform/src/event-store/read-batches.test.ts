import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readBatches, SubscriptionEnded } from "./read-batches.ts";

const newSource = () => new PassThrough({ objectMode: true, highWaterMark: 100 });
const write = (source: PassThrough, numbers: readonly number[]): void => {
  for (const number of numbers) source.write(number);
};
/** A signal that never aborts. */
const neverAborted = new AbortController().signal;

test("reads everything in order, one batch at a time", async () => {
  const source = newSource();
  const numbers = Array.from({ length: 25 }, (_, n) => n);
  const stop = new AbortController();
  const batches: unknown[][] = [];
  let handling = 0;
  write(source, numbers.slice(0, 20));
  await readBatches(source, { batchSize: 4, signal: stop.signal }, async (batch) => {
    expect(++handling).toBe(1);
    batches.push(batch);
    // Items that arrive while a batch is handled wait for a later batch.
    if (batches.length === 2) write(source, numbers.slice(20));
    await new Promise(setImmediate);
    handling--;
    if (batches.flat().length === numbers.length) stop.abort();
  });
  expect(batches.flat()).toEqual(numbers);
  expect(Math.max(...batches.map((batch) => batch.length))).toBe(4);
});

test("an abort while nothing arrives ends the reading, and leaves only the listener for errors", async () => {
  const source = newSource();
  const listenersBefore = source.eventNames().length;
  const stop = new AbortController();
  const reading = readBatches(source, { batchSize: 4, signal: stop.signal }, () => Promise.resolve());
  stop.abort();
  await reading;
  expect(source.eventNames().length).toBe(listenersBefore + 1);
  expect(source.listenerCount("readable")).toBe(0);
});

test("the end of the source is an error, after the remaining events are handled", async () => {
  const source = newSource();
  const handledItems: unknown[] = [];
  source.write(1);
  source.end();
  const reading = readBatches(
    source,
    { batchSize: 4, signal: neverAborted },
    async (batch) => void handledItems.push(...batch),
  );
  await expect(reading).rejects.toThrow(SubscriptionEnded);
  expect(handledItems).toEqual([1]);
});

test("an error of the source while a batch is handled is passed on, not thrown into the process", async () => {
  const source = newSource();
  source.write(1);
  const reading = readBatches(source, { batchSize: 4, signal: neverAborted }, async () => {
    source.emit("error", new Error("connection lost"));
    await new Promise(setImmediate);
  });
  await expect(reading).rejects.toThrow("connection lost");
});

test("rejects with the handler's error, and a later error of the source has no effect", async () => {
  const source = newSource();
  source.write(1);
  const reading = readBatches(source, { batchSize: 4, signal: neverAborted }, () =>
    Promise.reject(new Error("handler")),
  );
  await expect(reading).rejects.toThrow("handler");
  expect(source.emit("error", new Error("cancelled"))).toBe(true);
});
