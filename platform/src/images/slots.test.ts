import { expect, test } from "vitest";
import { createSlots, TooBusy } from "./slots.ts";

function createJob() {
  let finish = (): void => {};
  const finished = new Promise<void>((resolve) => (finish = resolve));
  return { done: finished, finish };
}

test("two jobs run, two wait, and the fifth is refused; a failed job frees its slot", async () => {
  const run = createSlots(2, 2);
  const jobs = Array.from({ length: 4 }, createJob);
  const startedIds: number[] = [];
  const results = jobs.map((job, index) =>
    run(async () => {
      startedIds.push(index);
      await job.done;
      if (index === 0) throw new Error("broken");
      return index;
    }),
  );
  results[0]?.catch(() => {});
  await expect(run(async () => 5)).rejects.toThrow(TooBusy);
  expect(startedIds).toEqual([0, 1]);
  jobs[0]!.finish();
  await expect(results[0]).rejects.toThrow("broken");
  expect(startedIds).toEqual([0, 1, 2]);
  for (const job of jobs) job.finish();
  expect(await Promise.all(results.slice(1))).toEqual([1, 2, 3]);
  expect(await run(async () => 6)).toBe(6);
});
