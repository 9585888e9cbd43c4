/** Everybody waits already; the caller may try again in a while. */
export class TooBusy extends Error {
  override readonly name = "TooBusy";
  readonly code = "too_busy";
}

/**
 * Lets a few run at once and a few more wait, first come, first served. Who comes after them is refused with
 * {@link TooBusy}, since all who wait hold what they came with in memory.
 */
export function createSlots(atOnce: number, waiting: number) {
  let free = atOnce;
  const queue: (() => void)[] = [];

  async function enter(): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.length >= waiting) throw new TooBusy();
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  function leave(): void {
    const next = queue.shift();
    if (next) next();
    else free += 1;
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
