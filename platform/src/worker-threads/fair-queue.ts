import { TooBusy } from "../images/slots.ts";

/** The limits of {@link createFairQueue}. */
export type FairQueueLimits = {
  /** How many tasks run at the same time. */
  readonly maxRunning: number;
  /** How many tasks of one owner wait at most. */
  readonly maxWaitingPerOwner: number;
  /** How many tasks wait at most in all. */
  readonly maxWaiting: number;
};

type WaitingTasks = { readonly start: () => void }[];

/**
 * Limits concurrent work: at most one task of an owner runs, and owners take turns.
 * The tasks of one owner run in the order of the calls. When too many tasks wait, the next task is refused with
 * {@link TooBusy}, because waiting tasks keep their input in memory.
 */
export function createFairQueue({ maxRunning, maxWaitingPerOwner, maxWaiting }: FairQueueLimits) {
  /** The waiting tasks by owner; the owner that waits longest for a turn comes first. */
  const tasksByOwner = new Map<string, WaitingTasks>();
  const runningOwners = new Set<string>();
  let waitingCount = 0;

  function startNext(): void {
    for (const [owner, tasks] of tasksByOwner) {
      if (runningOwners.size >= maxRunning) return;
      if (runningOwners.has(owner)) continue;
      const task = tasks.shift();
      if (tasks.length === 0) tasksByOwner.delete(owner);
      if (!task) continue;
      waitingCount -= 1;
      runningOwners.add(owner);
      task.start();
    }
  }

  /** Puts this owner behind all other owners that wait. */
  function moveToEnd(owner: string): void {
    const tasks = tasksByOwner.get(owner);
    if (!tasks) return;
    tasksByOwner.delete(owner);
    tasksByOwner.set(owner, tasks);
  }

  async function enter(owner: string): Promise<void> {
    const tasks = tasksByOwner.get(owner) ?? [];
    if (tasks.length >= maxWaitingPerOwner || waitingCount >= maxWaiting) throw new TooBusy();
    await new Promise<void>((start) => {
      tasks.push({ start });
      tasksByOwner.set(owner, tasks);
      waitingCount += 1;
      startNext();
    });
  }

  /** Runs a task when its owner has the turn. */
  return async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await enter(owner);
    try {
      return await work();
    } finally {
      runningOwners.delete(owner);
      moveToEnd(owner);
      startNext();
    }
  };
}
