import type { Readable } from "node:stream";

/** The source of a subscription ended or was closed. This is an error, because a subscription to a log never ends by itself. */
export class SubscriptionEnded extends Error {
  override readonly name = "SubscriptionEnded";
  readonly code = "subscription_ended";
}

/**
 * Reads an object stream in batches. The next batch starts after `handle` has resolved, so waiting items
 * stay in the bounded buffer of the stream. Resolves when the signal aborts. Rejects when `handle` rejects. Also rejects when the stream
 * fails, with its error, and when the stream ends, with {@link SubscriptionEnded}. The caller closes the stream.
 */
export async function readBatches(
  source: Readable,
  options: { readonly batchSize: number; readonly signal: AbortSignal },
  handle: (batch: unknown[]) => Promise<void>,
): Promise<void> {
  const { batchSize, signal } = options;
  let failure: Error | undefined;
  let hasEnded = false;
  let wake = (): void => {};
  const onReadableOrAbort = (): void => wake();
  const onEnd = (): void => {
    hasEnded = true;
    wake();
  };
  // This listener is not removed: closing the stream may emit another error, which would otherwise be unhandled.
  source.on("error", (error: Error) => {
    failure ??= error;
    wake();
  });
  source.on("readable", onReadableOrAbort).on("end", onEnd).on("close", onEnd);
  signal.addEventListener("abort", onReadableOrAbort);
  try {
    while (!signal.aborted) {
      const batch = takeBatch(source, batchSize);
      if (batch.length > 0) {
        await handle(batch);
        continue;
      }
      if (failure) throw failure;
      if (hasEnded || source.destroyed) throw new SubscriptionEnded("the subscription ended");
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    source.off("readable", onReadableOrAbort).off("end", onEnd).off("close", onEnd);
    signal.removeEventListener("abort", onReadableOrAbort);
  }
}

function takeBatch(source: Readable, batchSize: number): unknown[] {
  const batch: unknown[] = [];
  while (batch.length < batchSize) {
    const nextItem: unknown = source.read();
    if (nextItem === null) break;
    batch.push(nextItem);
  }
  return batch;
}
