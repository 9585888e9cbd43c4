import { countingJob, startTestScheduler, type TestSchedulerOptions } from "./test-scheduler.ts";

/** What {@link runSchedulerProcess} needs, as JSON. */
export type SchedulerProcessOptions = TestSchedulerOptions & {
  readonly jobEveryMs: number;
  /** Where a run hangs, after it has told the parent process. */
  readonly hangsAt?: "before the effect" | "after the effect";
};

/**
 * Runs a scheduler in this process until it is killed or its parent disconnects. Tells the parent when a run hangs; without
 * `hangsAt`, when the clock has looked.
 */
export async function runSchedulerProcess(options: SchedulerProcessOptions): Promise<void> {
  const hang = (): Promise<void> => {
    process.send?.("hangs");
    return new Promise(() => {});
  };
  const job = countingJob(() => scheduler.pool, options.jobEveryMs, {
    beforeEffect: options.hangsAt === "before the effect" ? hang : undefined,
    afterEffect: options.hangsAt === "after the effect" ? hang : undefined,
  });
  process.once("disconnect", () => process.exit());
  const scheduler = await startTestScheduler(options, [job]);
  if (options.hangsAt) return;
  const timer = setInterval(() => {
    if (scheduler.looks() === 0) return;
    clearInterval(timer);
    process.send?.("looked");
  }, 20);
}
