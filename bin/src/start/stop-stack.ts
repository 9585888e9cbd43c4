import type { ServerLog } from "@daybook/platform/embedded/postgres-server";
import { setTimeout as sleep } from "node:timers/promises";

/** What was started so far, to be stopped in reverse. */
export type StopStack = {
  /** @param boundMs how long the stop of this part is waited for; then the next part's turn comes */
  add(name: string, boundMs: number, stop: () => Promise<void>): void;
  /** Stops everything once; never rejects, and takes no longer than the sum of the bounds. */
  stopAll(): Promise<void>;
};

/** Makes an empty stack. A part that fails or does not end in time is named in the log. */
export function createStopStack(logger: ServerLog): StopStack {
  const parts: { name: string; boundMs: number; stop: () => Promise<void> }[] = [];
  let stopped: Promise<void> | undefined;

  async function stopInReverse(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { name, boundMs, stop } = part;
      const bound = new AbortController();
      const outcome = await Promise.race([
        settle(stop),
        sleep(boundMs, "did not stop in time", { signal: bound.signal }).catch(() => undefined),
      ]);
      bound.abort();
      if (outcome !== undefined) logger.warn({ part: name }, `${name} ${outcome}`);
    }
  }

  return {
    add: (name, boundMs, stop) => void parts.push({ name, boundMs, stop }),
    stopAll: () => (stopped ??= stopInReverse()),
  };
}

async function settle(stop: () => Promise<void>): Promise<string | undefined> {
  try {
    await stop();
    return undefined;
  } catch (error) {
    return `failed to stop: ${error instanceof Error ? error.message : "unknown reason"}`;
  }
}
