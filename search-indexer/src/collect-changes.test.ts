import { toPosition } from "@daybook/platform/event-store/position";
import type { StoredEvent } from "@daybook/platform/event-store/event-store";
import { expect, it } from "vitest";
import { collectChanges, eventBatchSize } from "./collect-changes.ts";

/** Events of a log from one position to another. Each changes the entry whose id is its position. */
const events = (
  first: number,
  last: number,
  content: Pick<StoredEvent, "type" | "data"> | null = null,
): StoredEvent[] =>
  Array.from({ length: last - first + 1 }, (_, index) => ({
    id: `event-${first + index}`,
    stream: `entry-${first + index}`,
    revision: 0,
    position: toPosition(first + index),
    version: 1,
    type: "EntryTrashed",
    data: { entryId: first + index },
    meta: {
      commandId: "command",
      actor: null,
      sessionId: null,
      requestId: null,
      source: "system",
      at: "1660-01-01T00:00:00.000Z",
    },
    recordedAt: "1660-01-01T00:00:00.000Z",
    ...content,
  }));

/** A collector on a log that ends at `head`, and its writes: the number of entries, and the last position. */
function collector(head: number, writeThreshold: number) {
  const written: (readonly [entries: number, position: number])[] = [];
  const handle = collectChanges({
    store: { head: async () => toPosition(head) },
    writeThreshold,
    work: async ({ entries }, position) => void written.push([entries.size, Number(position)]),
  });
  return { handle, written };
}

it("collects the changes of several batches, and writes them together at the end of the log", async () => {
  const { handle, written } = collector(500, 1_000);
  await handle(events(1, 200));
  await handle(events(201, 400));
  expect(written).toEqual([]);
  await handle(events(401, 500));
  expect(written).toEqual([[500, 500]]);
});

it("writes as soon as enough events are collected, and then collects again", async () => {
  const { handle, written } = collector(10_000, 2 * eventBatchSize);
  for (let first = 1; first <= 1_000; first += eventBatchSize)
    await handle(events(first, first + eventBatchSize - 1));
  expect(written).toEqual([
    [400, 400],
    [400, 800],
  ]);
});

it("writes immediately after a full batch that ends the log", async () => {
  const { handle, written } = collector(400, 1_000);
  await handle(events(1, 200));
  await handle(events(201, 400));
  expect(written).toEqual([[400, 400]]);
});

it("writes after each batch when one batch reaches the write threshold", async () => {
  const { handle, written } = collector(10_000, eventBatchSize);
  await handle(events(1, 200));
  await handle(events(201, 400));
  expect(written).toEqual([
    [200, 200],
    [200, 400],
  ]);
});

it("writes a change of a whole journal immediately", async () => {
  const { handle, written } = collector(10_000, 1_000);
  const journalTrashed = events(200, 200, { type: "JournalTrashed", data: { journalId: 7 } });
  await handle([...events(1, 199), ...journalTrashed]);
  expect(written).toEqual([[199, 200]]);
});
