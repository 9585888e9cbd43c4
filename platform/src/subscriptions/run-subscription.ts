import { setTimeout as sleep } from "node:timers/promises";
import type { EventStore, Position, StoredEvent } from "../event-store/event-store.ts";
import type { Logger } from "../logger.ts";

/** What a subscription reads, from where, and how it handles events. */
export type Subscription = {
  store: EventStore;
  /** The name in log lines. */
  name: string;
  /** Reads the checkpoint, at each start. */
  load: () => Promise<Position | null>;
  handle: (batch: StoredEvent[]) => Promise<void>;
  batchSize?: number;
  logger: Pick<Logger, "warn">;
  signal: AbortSignal;
  /** The first and the longest pause before a new start, in milliseconds. The pause doubles up to the longest. */
  backoff?: { first: number; longest: number };
};

/**
 * Reads the log until the signal aborts. After an error or an end (some stores end a subscription silently) it starts
 * again from the checkpoint, after a pause. The pause grows until a batch of events is handled.
 */
export async function runSubscription(subscription: Subscription): Promise<void> {
  const { store, name, load, handle, logger, signal } = subscription;
  const { first: firstPauseMs, longest: longestPauseMs } = subscription.backoff ?? {
    first: 100,
    longest: 5_000,
  };
  let pause = firstPauseMs;
  while (!signal.aborted) {
    try {
      const options = { after: await load(), signal, ...batchSizeOption(subscription) };
      await store.subscribe(options, async (batch) => {
        await handle(batch);
        pause = firstPauseMs;
      });
    } catch (error) {
      if (!signal.aborted) logger.warn({ err: error, subscription: name }, "a subscription starts again");
    }
    if (signal.aborted) return;
    await sleep(pause, undefined, { signal }).catch(() => {});
    pause = Math.min(pause * 2, longestPauseMs);
  }
}

const batchSizeOption = ({ batchSize }: Subscription) => (batchSize === undefined ? {} : { batchSize });
