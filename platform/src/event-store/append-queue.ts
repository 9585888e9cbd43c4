import type { AppendResult, ExpectedRevision } from "./event-store.ts";
import type { SerialisedAppend } from "./serialise-events.ts";

/** An append that waits or is being sent. */
export type PendingAppend = SerialisedAppend & {
  readonly stream: string;
  readonly expected: ExpectedRevision;
};

/** Sends a batch with at most one append for each stream. Returns results in the batch's order. */
export type SendBatch = (batch: readonly PendingAppend[]) => Promise<readonly AppendResult[]>;

/** Sends waiting appends in batches (group commit); see {@link createAppendQueue}. */
export type AppendQueue = {
  push(append: PendingAppend): Promise<AppendResult>;
  /** Resolves when nothing waits and nothing is being sent. */
  idle(): Promise<void>;
};

type WaitingAppend = PendingAppend & {
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
};

const maxAppends = 200;
const maxBytes = 4 * 1024 * 1024;

/**
 * Groups appends: those that arrive while a batch is being sent form the next one. Appends to one stream keep their
 * order, at most one in each batch.
 *
 * @param isRefusal whether an error says that the database refused a batch and stored nothing. Then each append is sent
 * separately, so that one refused append does not fail the others
 */
export function createAppendQueue(send: SendBatch, isRefusal: (error: unknown) => boolean): AppendQueue {
  let waitingAppends: WaitingAppend[] = [];
  let draining: Promise<void> | null = null;

  function takeBatch(): WaitingAppend[] {
    const batch: WaitingAppend[] = [];
    const remainingAppends: WaitingAppend[] = [];
    const streams = new Set<string>();
    let bytes = 0;
    for (const append of waitingAppends) {
      const fits = batch.length === 0 || (batch.length < maxAppends && bytes + append.bytes <= maxBytes);
      // An append that does not fit still holds back later appends to its stream.
      if (fits && !streams.has(append.stream)) {
        batch.push(append);
        bytes += append.bytes;
      } else {
        remainingAppends.push(append);
      }
      streams.add(append.stream);
    }
    waitingAppends = remainingAppends;
    return batch;
  }

  async function sendAndResolve(batch: readonly WaitingAppend[]): Promise<void> {
    try {
      const results = await send(batch);
      for (const [index, append] of batch.entries()) {
        const result = results[index];
        if (result) append.resolve(result);
        else append.reject(new Error("the database did not answer an append"));
      }
    } catch (error) {
      if (isRefusal(error) && batch.length > 1) {
        for (const append of batch) await sendAndResolve([append]);
        return;
      }
      for (const append of batch) append.reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (waitingAppends.length > 0) {
      // Writers that get the results of one batch often append again in the same turn of the event loop. Without the pause, the first
      // of these appends would be sent alone.
      await new Promise(setImmediate);
      await sendAndResolve(takeBatch());
    }
    draining = null;
  }

  return {
    push: (append) =>
      new Promise((resolve, reject) => {
        waitingAppends.push({ ...append, resolve, reject });
        draining ??= drain();
      }),
    async idle() {
      await draining;
    },
  };
}
