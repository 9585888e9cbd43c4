import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Logger } from "../logger.ts";
import { batched } from "../postgres/batched.ts";
import type { Listener } from "../postgres/listen.ts";
import { createAnnouncer, APPENDED_CHANNEL } from "./announcer.ts";
import { createAppendQueue, type PendingAppend } from "./append-queue.ts";
import {
  type AppendResult,
  type EventStore,
  GapDetected,
  type NewEvent,
  OutcomeUnknown,
  type StoredEvent,
} from "./event-store.ts";
import { comparePositions, type Position, toPosition } from "./position.ts";
import { serialiseEvents } from "./serialise-events.ts";

const pageSize = 500;
const defaultPollMs = 1_000;

type ResultRow = {
  status: "ok" | "duplicate" | "conflict";
  revision: number;
  position: number | null;
};
type StreamPage = { readonly stream: string; readonly from: number; readonly limit: number };
type EventRow = {
  position: number;
  stream: string;
  revision: number;
  event_id: string;
  type: string;
  version: number;
  data: unknown;
  meta: NewEvent["meta"];
  created_at: Date;
};

const columns = "position, stream, revision, event_id, type, version, data, meta, created_at";

const fromRow = (row: EventRow): StoredEvent => ({
  position: toPosition(row.position),
  stream: row.stream,
  revision: row.revision,
  id: row.event_id,
  type: row.type,
  version: row.version,
  data: row.data,
  meta: row.meta,
  recordedAt: row.created_at.toISOString(),
});

function toResult(row: ResultRow): AppendResult {
  const position = row.position === null ? null : toPosition(row.position);
  if (row.status === "conflict")
    return { status: "conflict", revision: row.revision < 0 ? null : row.revision };
  return { status: row.status, revision: row.revision, position };
}

/**
 * True when the server replied that the statement failed. Then nothing was stored. After a lost connection (class 08), a
 * shutdown (57P), or an error that is not a reply of the server, it is unknown whether something was stored.
 */
const isRefusal = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code !== undefined && !/^(08|57P)/.test(error.code);

async function sendAppends(pool: pg.Pool, batch: readonly PendingAppend[]): Promise<AppendResult[]> {
  const events = batch.flatMap((append) => append.events);
  const { rows } = await pool.query<ResultRow>({
    name: "append",
    text: `SELECT status, revision, position FROM eventstore.append(
        $1::text[], $2::bigint[], $3::integer[], $4::uuid[], $5::text[], $6::integer[], $7::json[], $8::json[])`,
    values: [
      batch.map(({ stream }) => stream),
      batch.map(({ expected }) => (expected === "none" ? -1 : expected)),
      batch.map((append) => append.events.length),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ version }) => version),
      events.map(({ data }) => data),
      events.map(({ meta }) => meta),
    ],
  });
  return rows.map(toResult);
}

/**
 * The log on PostgreSQL, schema `eventstore`. Appends that arrive while a batch is being sent form the next one: one
 * round trip and one flush to disk. The store owns the pool and ends it.
 */
export function createPostgresEventStore(deps: {
  pool: pg.Pool;
  listener: Listener;
  logger?: Pick<Logger, "warn">;
  /** How long a subscription waits for an append before it reads again. */
  pollMs?: number;
}): EventStore {
  const { pool, listener, pollMs = defaultPollMs } = deps;
  const storeId = randomUUID();
  const announcer = createAnnouncer(pool, storeId);
  // Called after an append of this store, so that its own subscriptions do not wait for a notification.
  const wakeUps = new Set<() => void>();

  const queue = createAppendQueue(async (batch) => {
    const results = await sendAppends(pool, batch).catch((error: unknown) => {
      if (isRefusal(error)) throw error;
      deps.logger?.warn({ err: error, appends: batch.length }, "the answer of appends was lost");
      throw new OutcomeUnknown("the answer of an append was lost");
    });
    if (results.some(({ status }) => status === "ok")) {
      for (const wake of wakeUps) wake();
      announcer.announce();
    }
    return results;
  }, isRefusal);

  async function readAll(start: Position | null, limit: number): Promise<StoredEvent[]> {
    const { rows } = await pool.query<EventRow>({
      name: "read-all",
      text: `SELECT ${columns} FROM eventstore.events WHERE position > $1 ORDER BY position LIMIT $2`,
      values: [start ?? "0", limit],
    });
    let expectedNumber = Number(start ?? 0);
    for (const row of rows) {
      if (row.position !== ++expectedNumber) {
        throw new GapDetected(`the log continues at ${row.position} where ${expectedNumber} was expected`);
      }
    }
    return rows.map(fromRow);
  }

  const readStreamInBatch = batched<StreamPage, StoredEvent[]>(async (pages) => {
    const { rows } = await pool.query<EventRow & { n: number }>({
      name: "read-streams",
      text: `SELECT n, ${columns} FROM unnest($1::text[], $2::bigint[], $3::bigint[]) WITH ORDINALITY
          AS asked (of_stream, from_revision, most, n)
        CROSS JOIN LATERAL (
          SELECT ${columns} FROM eventstore.events
          WHERE stream = of_stream AND revision >= from_revision ORDER BY revision LIMIT most) found
        ORDER BY n, revision`,
      values: [
        pages.map(({ stream }) => stream),
        pages.map(({ from }) => from),
        pages.map(({ limit }) => limit),
      ],
    });
    const eventsOfStreams: StoredEvent[][] = pages.map(() => []);
    for (const row of rows) eventsOfStreams[row.n - 1]?.push(fromRow(row));
    return eventsOfStreams;
  });

  async function head(): Promise<Position | null> {
    const { rows } = await pool.query<{ position: number }>("SELECT position FROM eventstore.head");
    const position = rows[0]?.position ?? 0;
    return position === 0 ? null : toPosition(position);
  }

  /** Creates a waiter. Its `wait` ends with the next append, after `pollMs`, or when the signal is aborted. */
  function createAppendWaiter(signal: AbortSignal) {
    let stopWaiting: () => void = () => {};
    let wasWoken = false;
    const wake = (): void => {
      wasWoken = true;
      stopWaiting();
    };
    const unsubscribe = listener.subscribe(APPENDED_CHANNEL, (sender) => {
      if (sender !== storeId) wake();
    });
    wakeUps.add(wake);
    signal.addEventListener("abort", wake);
    return {
      async wait(): Promise<void> {
        if (!wasWoken) {
          let timer: NodeJS.Timeout | undefined;
          await new Promise<void>((resolve) => {
            stopWaiting = resolve;
            timer = setTimeout(resolve, pollMs);
          });
          clearTimeout(timer);
        }
        wasWoken = false;
      },
      close(): void {
        unsubscribe();
        wakeUps.delete(wake);
        signal.removeEventListener("abort", wake);
      },
    };
  }

  return {
    async append(stream, expectedRevision, events) {
      return await queue.push({ stream, expected: expectedRevision, ...serialiseEvents(events) });
    },

    readStream: (stream, { from = 0, limit = 10_000 } = {}) => readStreamInBatch({ stream, from, limit }),

    readAll: ({ after, limit }) => readAll(after, limit),

    head,

    async subscribe({ after, batchSize = pageSize, signal }, handle) {
      const appendWaiter = createAppendWaiter(signal);
      let position = after;
      try {
        while (!signal.aborted) {
          const batch = await readAll(position, batchSize);
          if (signal.aborted) return;
          const lastEvent = batch.at(-1);
          if (!lastEvent) {
            // After a failover, the log may be an older copy that ends before the position of this reader. New events then get positions
            // that this reader has passed.
            if (comparePositions(await head(), position) < 0)
              throw new GapDetected("the log ends before the position of a reader");
            await appendWaiter.wait();
            continue;
          }
          await handle(batch);
          if (comparePositions(lastEvent.position, position) > 0) position = lastEvent.position;
          // The batch ended at the end of the log. If events were appended since that read, the wait ends immediately.
          if (batch.length < batchSize) await appendWaiter.wait();
        }
      } finally {
        appendWaiter.close();
      }
    },

    async close() {
      await queue.idle();
      await announcer.close();
      await pool.end();
    },
  };
}
