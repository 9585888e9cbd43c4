import { setTimeout as sleep } from "node:timers/promises";
import { newKey, NoAnswer, type RemoteAnswer, type RemoteDaybook } from "../remote/remote-daybook.ts";
import { type EntryRecord, htmlOf } from "./write-record.ts";

/** Counters of the writers. */
export type WriteCounts = {
  acknowledged: number;
  created: number;
  /** Attempts without an answer, which were retried. */
  lostReplies: number;
  /** Attempts with the answer 503, which were retried. */
  unavailableAnswers: number;
};

/** Running writers. */
export type Writers = {
  readonly entries: readonly EntryRecord[];
  readonly counts: Readonly<WriteCounts>;
  /** Rejects with the first error that stops a writer, such as a violation. Never resolves. */
  readonly failure: Promise<never>;
  /** Resolves at the next acknowledgement of an attempt that was sent at the time `since` (of `performance.now()`) or later. */
  nextAcknowledgement(since: number): Promise<void>;
  /** Starts no more writes, and resolves when all running ones are acknowledged. */
  finish(): Promise<void>;
};

/** The product broke a guarantee. */
export class Violation extends Error {
  override readonly name = "Violation";
}

const answerTimeoutMs = 15_000;
const writeTimeoutMs = 120_000;
const retryPauseMs = { first: 20, max: 200 };

/** Waits for an answer. A hanging connection counts as a lost reply. */
async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  const timeoutController = new AbortController();
  const timeoutPromise = sleep(answerTimeoutMs, undefined, { signal: timeoutController.signal }).then(() => {
    throw new NoAnswer("an answer took too long");
  });
  try {
    return await Promise.race([answer, timeoutPromise]);
  } finally {
    timeoutController.abort();
    timeoutPromise.catch(() => {});
  }
}

/**
 * Starts `count` writers that create and update their own entries. A write is retried with the same key until it is
 * acknowledged. Each update names the revision that it is based on. So if a retry conflicts with its own earlier attempt, the server
 * answers with an error, and the writer stops with a {@link Violation}.
 */
export function startWriters(options: {
  daybook: RemoteDaybook;
  journalId: number;
  count: number;
  random: () => number;
}): Writers {
  const { daybook, random } = options;
  const journalId = String(options.journalId);
  const entries: EntryRecord[] = [];
  const counts: WriteCounts = { acknowledged: 0, created: 0, lostReplies: 0, unavailableAnswers: 0 };
  let waiters: { since: number; resolve: () => void }[] = [];
  const finishController = new AbortController();

  function acknowledge(sentAt: number): void {
    counts.acknowledged += 1;
    const dueWaiters = waiters.filter(({ since }) => sentAt >= since);
    waiters = waiters.filter(({ since }) => sentAt < since);
    for (const { resolve } of dueWaiters) resolve();
  }

  type Saved = { entry: { id: number; revision: number } };

  /** Sends one write until it is acknowledged. */
  async function send(
    mark: string,
    call: (key: string) => Promise<RemoteAnswer<"createEntry"> | RemoteAnswer<"updateEntry">>,
  ) {
    const key = newKey();
    const startedAt = performance.now();
    for (let pause = retryPauseMs.first; ; pause = Math.min(pause * 2, retryPauseMs.max)) {
      const sentAt = performance.now();
      try {
        const answer = await answerInTime(call(key));
        if (answer.ok && answer.status !== 204) {
          acknowledge(sentAt);
          return (answer.body as Saved).entry;
        }
        if (answer.status !== 503) {
          const code = answer.ok ? "" : ` ${answer.body.code}`;
          throw new Violation(`the write ${mark} was answered ${answer.status}${code}`);
        }
        counts.unavailableAnswers += 1;
      } catch (error) {
        if (!(error instanceof NoAnswer)) throw error;
        counts.lostReplies += 1;
      }
      if (performance.now() - startedAt > writeTimeoutMs) {
        throw new Violation(`the write ${mark} was not acknowledged within ${writeTimeoutMs / 1000} seconds`);
      }
      await sleep(pause);
    }
  }

  async function create(mark: string): Promise<EntryRecord> {
    const write = { mark, acknowledged: false };
    const record: EntryRecord = { id: null, revision: 0, writes: [write] };
    const savedEntry = await send(mark, (key) =>
      daybook.call("createEntry", {
        params: { journalId },
        body: { title: "", richtext_body: htmlOf(mark) },
        key,
      }),
    );
    write.acknowledged = true;
    record.id = savedEntry.id;
    record.revision = savedEntry.revision;
    entries.push(record);
    counts.created += 1;
    return record;
  }

  async function update(record: EntryRecord, mark: string): Promise<void> {
    const write = { mark, acknowledged: false };
    record.writes.push(write);
    const body = { richtext_body: htmlOf(mark), modified: record.revision };
    const params = { journalId, entryId: String(record.id) };
    const savedEntry = await send(mark, (key) => daybook.call("updateEntry", { params, body, key }));
    write.acknowledged = true;
    record.revision = savedEntry.revision;
  }

  async function runWriter(writer: number): Promise<void> {
    const records: EntryRecord[] = [];
    for (let number = 1; !finishController.signal.aborted; number += 1) {
      const mark = `mark-${writer}-${number}`;
      const record = records[Math.floor(random() * records.length)];
      if (!record || random() < 0.1) records.push(await create(mark));
      else await update(record, mark);
      await sleep(random() * 20);
    }
  }

  const allWriters = Promise.all(Array.from({ length: options.count }, (_, index) => runWriter(index + 1)));
  const writerFailure = new Promise<never>((_, reject) => {
    allWriters.catch(reject);
  });
  writerFailure.catch(() => {});

  return {
    entries,
    counts,
    failure: writerFailure,
    nextAcknowledgement: (since) => new Promise((resolve) => waiters.push({ since, resolve })),
    async finish() {
      finishController.abort();
      await allWriters;
    },
  };
}
