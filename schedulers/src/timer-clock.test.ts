import type { Job, RunResult } from "@daybook/application/jobs/job";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTimerClock } from "./timer-clock.ts";

const job: Job = { name: "sweep", everyMs: 600_000, run: () => Promise.resolve() };

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Starts the clock with a job whose runs have these results; the last result repeats. */
function startClock(...results: RunResult[]) {
  const clock = createTimerClock();
  const run = vi.fn<(job: Job) => Promise<RunResult>>(() =>
    Promise.resolve(results.length > 1 ? (results.shift() ?? "done") : (results[0] ?? "done")),
  );
  clock.start([job], run);
  return { clock, run };
}

test("a job runs at the start and then at its interval", async () => {
  const { clock, run } = startClock();
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(599_000);
  expect(run).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(run).toHaveBeenCalledTimes(2);
  await clock.stop();
});

test("a failed run is tried again soon", async () => {
  const { clock, run } = startClock("failed", "failed", "done");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(run).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(590_000);
  expect(run).toHaveBeenCalledTimes(3);
  await clock.stop();
});

test("a job that takes longer than its interval never runs twice at the same time", async () => {
  const clock = createTimerClock();
  const ends: (() => void)[] = [];
  const run = vi.fn<() => Promise<RunResult>>(
    () => new Promise((resolve) => ends.push(() => resolve("done"))),
  );
  clock.start([{ ...job, everyMs: 1_000 }], run);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(run).toHaveBeenCalledTimes(1);
  ends[0]?.();
  await vi.advanceTimersByTimeAsync(1);
  expect(run).toHaveBeenCalledTimes(2);
  ends[1]?.();
  await clock.stop();
});

test("a stopped clock waits for the current run and starts no other", async () => {
  const { clock, run } = startClock("failed");
  await clock.stop();
  await vi.advanceTimersByTimeAsync(600_000);
  expect(run).toHaveBeenCalledTimes(1);
});
