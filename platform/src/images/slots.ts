/** There is too much work at the moment; safe to retry later. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
  readonly code = "too_busy";
}

/**
 * Limits concurrent work: a few run at once and a few more wait, in order. Further work is refused with {@link
 * TooBusy}, because waiting work keeps its input in memory.
 */
export function createSlots(maxRunning: number, maxWaiting: number) {
  let freeSlots = maxRunning;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (freeSlots > 0) {
      freeSlots -= 1;
      return;
    }
    if (queue.length >= maxWaiting) throw new TooBusy();
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function leave(): void {
    const startNext = queue.shift();
    if (startNext) startNext();
    else freeSlots += 1;
  }

  return async function run<T>(work: () => Promise<T>): Promise<T> {
    await enter();
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
