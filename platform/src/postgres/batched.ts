import pg from "pg";

/** Sends a batch in one atomic statement. Returns the results in the order of the batch. */
export type SendBatch<I, O> = (batch: readonly I[]) => Promise<readonly O[]>;

type PendingCall<I, O> = {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
};

const maxBatchSize = 100;
const maxRunning = 2;

/** True when the server replied that the statement failed: it had no effect. After a lost connection, its effect is unknown. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code);

/**
 * Combines concurrent calls into batches of at most 100, and sends each batch in one statement. At most two statements run at the same
 * time. Calls that arrive meanwhile form the next batch. Nothing is cached: every result comes from a statement that was sent after the
 * call. When the database refuses a batch, each call is sent separately, so that one bad call does not fail the others.
 */
export function batched<I, O>(send: SendBatch<I, O>): (item: I) => Promise<O> {
  let pendingCalls: PendingCall<I, O>[] = [];
  let runningCount = 0;

  async function sendBatch(batch: readonly PendingCall<I, O>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) {
        for (const call of batch) await sendBatch([call]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    // Callers that got results of one batch often call again in the same turn of the event loop. Without this pause, the first of these
    // calls would be sent alone.
    await new Promise(setImmediate);
    while (pendingCalls.length > 0) {
      const batch = pendingCalls.slice(0, maxBatchSize);
      pendingCalls = pendingCalls.slice(maxBatchSize);
      await sendBatch(batch);
      await new Promise(setImmediate);
    }
    runningCount -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      pendingCalls.push({ item, resolve, reject });
      if (runningCount >= maxRunning) return;
      runningCount += 1;
      void drain();
    });
}
