/** The clock of the browser, injected so that tests can set it. Milliseconds since 1970. */
export type Clock = { now: () => number };

/** The wall clock of this device. */
export const systemClock: Clock = { now: () => Date.now() };

/**
 * Waits.
 *
 * @param milliseconds how long
 * @param signal ends the wait early; the promise then resolves immediately, and the caller checks the signal
 */
export type Sleep = (milliseconds: number, signal?: AbortSignal) => Promise<void>;

/** Waits with the browser's timers. */
export const systemSleep: Sleep = (milliseconds, signal) =>
  new Promise((resolve) => {
    const finish = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, milliseconds);
    if (signal?.aborted) finish();
    else signal?.addEventListener("abort", finish);
  });
