import { TooBusy } from "../images/slots.ts";

/** The limits of a {@link createFairQueue}. */
export type FairQueueLimits = {
  /** How many tasks run at the same time. */
  readonly atOnce: number;
  /** How many tasks of one owner wait at most. */
  readonly waitingPerOwner: number;
  /** How many tasks wait at most in all. */
  readonly waiting: number;
};

type Waiting = { readonly start: () => void }[];

/**
 * Limits concurrent work so that one owner cannot use all of it: at most one task of an owner runs, and owners take turns.
 * The tasks of one owner run in their order. Further work is refused with {@link TooBusy}, because waiting work keeps its
 * input in memory.
 */
export function createFairQueue({ atOnce, waitingPerOwner, waiting: maxWaiting }: FairQueueLimits) {
  /** The waiting tasks by owner; the owner that waits longest for a turn comes first. */
  const turns = new Map<string, Waiting>();
  const running = new Set<string>();
  let waiting = 0;

  function startNext(): void {
    for (const [owner, tasks] of turns) {
      if (running.size >= atOnce) return;
      if (running.has(owner)) continue;
      const task = tasks.shift();
      if (tasks.length === 0) turns.delete(owner);
      if (!task) continue;
      waiting -= 1;
      running.add(owner);
      task.start();
    }
  }

  /** All other owners that wait now come before the next task of this one. */
  function moveToEnd(owner: string): void {
    const tasks = turns.get(owner);
    if (!tasks) return;
    turns.delete(owner);
    turns.set(owner, tasks);
  }

  async function enter(owner: string): Promise<void> {
    const tasks = turns.get(owner) ?? [];
    if (tasks.length >= waitingPerOwner || waiting >= maxWaiting) throw new TooBusy();
    await new Promise<void>((start) => {
      tasks.push({ start });
      turns.set(owner, tasks);
      waiting += 1;
      startNext();
    });
  }

  /** Runs a task when it is its owner's turn. */
  return async function run<T>(owner: string, work: () => Promise<T>): Promise<T> {
    await enter(owner);
    try {
      return await work();
    } finally {
      running.delete(owner);
      moveToEnd(owner);
      startNext();
    }
  };
}
