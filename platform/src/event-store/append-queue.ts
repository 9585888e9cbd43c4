import type { AppendResult, ExpectedRevision } from "./event-store.ts";
import type { SerialisedAppend } from "./serialise-events.ts";

/** One append on its way to the database. */
export type PendingAppend = SerialisedAppend & {
  readonly stream: string;
  readonly expected: ExpectedRevision;
};

/** Sends a batch, of which no two appends share a stream; answers in the batch's order. */
export type SendBatch = (batch: readonly PendingAppend[]) => Promise<readonly AppendResult[]>;

/** Group commit; see {@link createAppendQueue}. */
export type AppendQueue = {
  push(append: PendingAppend): Promise<AppendResult>;
  /** Resolves when nothing waits and nothing is in flight. */
  idle(): Promise<void>;
};

type Waiting = PendingAppend & {
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
};

const mostAppends = 200;
const mostBytes = 4 * 1024 * 1024;

/**
 * Groups appends: those that arrive while a batch is in flight go together in the next one. Appends to one stream keep
 * their order, one per batch.
 *
 * @param isRefusal whether an error says that the database refused a batch, so that nothing of it was stored; then its
 *   appends are sent again one by one, as one that is refused must not take the others with it
 */
export function createAppendQueue(send: SendBatch, isRefusal: (error: unknown) => boolean): AppendQueue {
  let waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;

  function takeBatch(): Waiting[] {
    const batch: Waiting[] = [];
    const left: Waiting[] = [];
    const streams = new Set<string>();
    let bytes = 0;
    for (const append of waiting) {
      const fits = batch.length === 0 || (batch.length < mostAppends && bytes + append.bytes <= mostBytes);
      // What does not fit still holds back the later appends to its stream.
      if (fits && !streams.has(append.stream)) {
        batch.push(append);
        bytes += append.bytes;
      } else {
        left.push(append);
      }
      streams.add(append.stream);
    }
    waiting = left;
    return batch;
  }

  async function settle(batch: readonly Waiting[]): Promise<void> {
    try {
      const results = await send(batch);
      for (const [index, append] of batch.entries()) {
        const result = results[index];
        if (result) append.resolve(result);
        else append.reject(new Error("the database did not answer an append"));
      }
    } catch (error) {
      if (isRefusal(error) && batch.length > 1) {
        for (const append of batch) await settle([append]);
        return;
      }
      for (const append of batch) append.reject(error);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      // Writers that were answered together append again within this turn; sent at once, the first would go alone.
      await new Promise(setImmediate);
      await settle(takeBatch());
    }
    draining = null;
  }

  return {
    push: (append) =>
      new Promise((resolve, reject) => {
        waiting.push({ ...append, resolve, reject });
        draining ??= drain();
      }),
    async idle() {
      await draining;
    },
  };
}
