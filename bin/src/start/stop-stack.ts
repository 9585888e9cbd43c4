import type { ServerLog } from "@daybook/platform/embedded/postgres-server";
import { setTimeout as sleep } from "node:timers/promises";

/** The started parts, to be stopped in reverse order. */
export type StopStack = {
  /** @param timeoutMs after this time the next part is stopped */
  add(name: string, timeoutMs: number, stop: () => Promise<void>): void;
  /** Stops everything once. Never rejects, and takes at most the sum of the timeouts. */
  stopAll(): Promise<void>;
};

/** Creates an empty stack. It logs the names of parts that fail or do not stop in time. */
export function createStopStack(logger: ServerLog): StopStack {
  const parts: { name: string; timeoutMs: number; stop: () => Promise<void> }[] = [];
  let stopPromise: Promise<void> | undefined;

  async function stopInReverse(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      const { name, timeoutMs, stop } = part;
      const timeout = new AbortController();
      const failure = await Promise.race([
        tryToStop(stop),
        sleep(timeoutMs, "did not stop in time", { signal: timeout.signal }).catch(() => undefined),
      ]);
      timeout.abort();
      if (failure !== undefined) logger.warn({ part: name }, `${name} ${failure}`);
    }
  }

  return {
    add: (name, timeoutMs, stop) => void parts.push({ name, timeoutMs, stop }),
    stopAll: () => (stopPromise ??= stopInReverse()),
  };
}

/** Stops a part. Returns why that failed; undefined when it succeeded. */
async function tryToStop(stop: () => Promise<void>): Promise<string | undefined> {
  try {
    await stop();
    return undefined;
  } catch (error) {
    return `failed to stop: ${error instanceof Error ? error.message : "unknown reason"}`;
  }
}
