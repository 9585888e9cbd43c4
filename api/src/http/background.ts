import type { Logger } from "@daybook/platform/logger";

/** Work that no answer waits for, but that the server's stop does. What fails is logged, and done again at the next start. */
export function createBackground(logger: Pick<Logger, "warn">) {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();

  /** @param work ends early, at a place that it finds again, when the signal says so */
  function run(name: string, work: (signal: AbortSignal) => Promise<void>): void {
    const done = work(stopping.signal)
      .catch((error: unknown) => logger.warn({ err: error, work: name }, "work in the background failed"))
      .finally(() => running.delete(done));
    running.add(done);
  }

  return {
    run,
    /** Asks for an end; settles when everything that was begun so far has come to one. */
    async settled(): Promise<void> {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

/** See {@link createBackground}. */
export type Background = ReturnType<typeof createBackground>;
