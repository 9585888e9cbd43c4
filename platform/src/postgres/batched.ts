import pg from "pg";

/** Sends a batch in one statement; answers in the batch's order. All of it happens, or nothing. */
export type SendBatch<I, O> = (batch: readonly I[]) => Promise<readonly O[]>;

type Waiting<I, O> = {
  readonly item: I;
  readonly resolve: (answer: O) => void;
  readonly reject: (error: unknown) => void;
};

const mostItems = 100;
const mostInFlight = 2;

/** The server itself said that a statement failed, so nothing of it was done; a lost connection leaves that open. */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code);

/**
 * Makes one round trip of what many requests ask for at the same time: those that ask while statements are in flight go
 * together in the next one. Nothing is remembered: every answer comes from a statement that was sent after it was asked
 * for. Of a batch that the database refuses, each is sent again alone, so that one takes no other with it.
 */
export function batched<I, O>(send: SendBatch<I, O>): (item: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];
  let lanes = 0;

  async function settle(batch: readonly Waiting<I, O>[]): Promise<void> {
    try {
      const answers = await send(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as O);
    } catch (error) {
      if (batch.length > 1 && isRefusal(error)) {
        for (const one of batch) await settle([one]);
        return;
      }
      for (const { reject } of batch) reject(error);
    }
  }

  async function drain(): Promise<void> {
    // Those that were answered together ask again within this turn; sent at once, the first would go alone.
    await new Promise(setImmediate);
    while (waiting.length > 0) {
      const batch = waiting.slice(0, mostItems);
      waiting = waiting.slice(mostItems);
      await settle(batch);
      await new Promise(setImmediate);
    }
    lanes -= 1;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      if (lanes >= mostInFlight) return;
      lanes += 1;
      void drain();
    });
}
