import type { Logger } from "@daybook/platform/logger";

/**
 * Runs work that no reply waits for. Stopping the server waits for it. A failure is only logged, so a job must repeat the work that has
 * to be done in any case.
 */
export function createBackground(logger: Pick<Logger, "warn">) {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** @param work ends early on the signal, at a point from which it can continue later */
  function run(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    const finished = work(stopping.signal)
      .catch((error: unknown) => logger.warn({ err: error, work: name }, "work in the background failed"))
      .finally(() => running.delete(finished));
    running.add(finished);
  }

  return {
    run,
    /** Aborts all work and waits until it has ended. Also waits for work that begins during the wait. */
    async stop(): Promise<void> {
      stopping.abort();
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** See {@link createBackground}. */
export type Background = ReturnType<typeof createBackground>;
