import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TooBusy } from "../images/slots.ts";
import { createFairQueue } from "./fair-queue.ts";

/** Tasks that end when the test says so. */
function createTasks(limits: Partial<Parameters<typeof createFairQueue>[0]> = {}) {
  const run = createFairQueue({ maxRunning: 2, maxWaitingPerOwner: 8, maxWaiting: 100, ...limits });
  const startedTasks: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    startedTasks,
    /** @param name a letter for the owner, then a number */
    add: (name: string): Promise<string> =>
      run(name.slice(0, 1), () => {
        startedTasks.push(name);
        return new Promise((resolve) => ends.set(name, () => resolve(name)));
      }),
    end: async (name: string): Promise<void> => {
      ends.get(name)?.();
      ends.delete(name);
      await new Promise((resolve) => setImmediate(resolve));
    },
    running: () => [...ends.keys()],
  };
}
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("the fair queue", () => {
  it("runs one task of an owner at a time, even when there is room", async () => {
    const { add, end, startedTasks } = createTasks();
    const [firstTask, secondTask] = [add("a1"), add("a2")];
    await nextTurn();
    expect(startedTasks).toEqual(["a1"]);
    await end("a1");
    expect(startedTasks).toEqual(["a1", "a2"]);
    await end("a2");
    expect(await Promise.all([firstTask, secondTask])).toEqual(["a1", "a2"]);
  });

  it("lets owners take turns, so that one with many tasks does not delay the others", async () => {
    const { add, end, startedTasks } = createTasks({ maxRunning: 1 });
    const results = ["a1", "a2", "a3", "b1", "c1", "b2"].map(add);
    await nextTurn();
    const order = ["a1", "b1", "c1", "a2", "b2", "a3"];
    for (const name of order) await end(name);
    await Promise.all(results);
    expect(startedTasks).toEqual(order);
  });

  it("refuses an owner with too many waiting tasks, and still accepts the others", async () => {
    const { add, end } = createTasks({ maxWaitingPerOwner: 2 });
    const acceptedTasks = ["a1", "a2", "a3"].map(add);
    await expect(add("a4")).rejects.toThrow(TooBusy);
    const otherTask = add("b1");
    await nextTurn();
    for (const name of ["b1", "a1", "a2", "a3"]) await end(name);
    expect(await otherTask).toBe("b1");
    expect(await Promise.all(acceptedTasks)).toEqual(["a1", "a2", "a3"]);
  });

  it("refuses every task when the owners together have too many waiting tasks", async () => {
    const { add, end } = createTasks({ maxRunning: 1, maxWaiting: 2 });
    const acceptedTasks = ["a1", "b1", "c1"].map(add);
    await expect(add("d1")).rejects.toThrow(TooBusy);
    await nextTurn();
    for (const name of ["a1", "b1", "c1"]) await end(name);
    await Promise.all(acceptedTasks);
  });

  it("continues after a task that failed", async () => {
    const run = createFairQueue({ maxRunning: 1, maxWaitingPerOwner: 1, maxWaiting: 1 });
    await expect(run("a", () => Promise.reject(new Error("broken")))).rejects.toThrow("broken");
    expect(await run("a", () => Promise.resolve(1))).toBe(1);
  });

  it("runs every accepted task once, never two of one owner concurrently, and never more than the maximum", async () => {
    const names = fc.array(fc.constantFrom("a", "b", "c", "d"), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(names, fc.integer({ min: 1, max: 3 }), async (owners, maxRunning) => {
        const { add, end, running, startedTasks } = createTasks({ maxRunning, maxWaitingPerOwner: 40 });
        const results = owners.map((owner, index) => add(`${owner}${index}`));
        await nextTurn();
        for (let runningTasks = running(); runningTasks.length > 0; runningTasks = running()) {
          expect(runningTasks.length).toBeLessThanOrEqual(maxRunning);
          expect(new Set(runningTasks.map((name) => name[0])).size).toBe(runningTasks.length);
          await end(runningTasks[0]!);
        }
        await Promise.all(results);
        expect(startedTasks.toSorted()).toEqual(owners.map((owner, index) => `${owner}${index}`).toSorted());
      }),
    );
  });
});
