import { expect, it } from "vitest";
import { runEach } from "./run-each.ts";

it("runs the later items also when one fails, and then throws the first error", async () => {
  const startedItems: number[] = [];
  const run = runEach([1, 2, 3], async (item) => {
    startedItems.push(item);
    if (item < 3) throw new Error(`item ${item}`);
  });
  await expect(run).rejects.toThrow("item 1");
  expect(startedItems).toEqual([1, 2, 3]);
});

it("starts no further item after the signal", async () => {
  const stopping = new AbortController();
  const startedItems: number[] = [];
  await runEach(
    [1, 2],
    async (item) => {
      startedItems.push(item);
      stopping.abort();
    },
    stopping.signal,
  );
  expect(startedItems).toEqual([1]);
});
