import { setTimeout as sleep } from "node:timers/promises";
import type { Ledger, LedgerKey } from "@daybook/platform/commands/ledger";
import type { Logger } from "@daybook/platform/logger";

/** In milliseconds. The sum is the `maxRunTime` of the ledger. After that time, a run no longer blocks its repeats. */
const pausesBetweenAttempts = [1_000, 2_000, 4_000, 8_000, 15_000];

/**
 * Records in the ledger that the runs of commands have ended. Replies do not wait for this, because a repeat is correct without
 * it. But repeats in other processes wait longer without it, so the recorder tries again while the database is down.
 */
export function createEndRecorder({
  ledger,
  logger,
  pausesMs = pausesBetweenAttempts,
}: {
  ledger: Pick<Ledger, "giveUp" | "complete" | "recordAgain">;
  logger: Pick<Logger, "warn">;
  pausesMs?: readonly number[];
}) {
  const stopping = new AbortController();
  const pending = new Set<Promise<unknown>>();

  async function recordWithRetries(command: LedgerKey, status: number | null): Promise<void> {
    try {
      return await (status === null ? ledger.giveUp(command) : ledger.complete({ ...command, status }));
    } catch (error) {
      logger.warn({ err: error }, "the end of a command was not recorded");
    }
    for (const pauseMs of pausesMs) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
      // This process stops, and repeats do not wait for the runs of a process that is gone. So nothing needs to be recorded.
      if (stopping.signal.aborted) return;
      if (await ledger.recordAgain(command, status).catch(() => false)) return;
    }
  }

  return {
    /** Records the status of a success, or `null` for a run without a success. */
    record({ userId, key }: LedgerKey, status: number | null): void {
      const recording = recordWithRetries({ userId, key }, status).finally(() => pending.delete(recording));
      pending.add(recording);
    },
    /** After this, failed attempts to record are not tried again. */
    stop: (): void => stopping.abort(),
    /** Resolves when nothing is being recorded any more. */
    settled: async (): Promise<void> => void (await Promise.all(pending)),
  };
}
