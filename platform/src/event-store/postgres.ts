import type pg from "pg";
import type { Logger } from "../logger.ts";
import type { Listener } from "../postgres/listen.ts";
import {
  type AppendResult,
  assertEventSize,
  type EventStore,
  type ExpectedRevision,
  GapDetected,
  type NewEvent,
  OutcomeUnknown,
  type StoredEvent,
} from "./event-store.ts";
import { comparePositions, type Position, toPosition } from "./position.ts";

/** Heard when events were appended. */
export const APPENDED_CHANNEL = "eventstore_appended";

const largestBatch = 200;
const pageSize = 500;
const pollEvery = 1_000;

type Command = {
  stream: string;
  expected: ExpectedRevision;
  events: readonly NewEvent[];
  resolve: (result: AppendResult) => void;
  reject: (error: unknown) => void;
};
type ResultRow = {
  command: number;
  status: "ok" | "duplicate" | "conflict";
  revision: number;
  position: number | null;
};
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

/** An error that the server sent is an outcome; one without a code of its own means that the answer was lost. */
function isOutcome(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && !/^(08|57P)/.test(code);
}

/**
 * The log on PostgreSQL, schema `eventstore`. Commands that arrive while a batch is in flight go together in the next one,
 * in one round trip and one flush to disk.
 */
export function createPostgresEventStore(deps: {
  pool: pg.Pool;
  listener: Listener;
  logger?: Pick<Logger, "warn">;
}): EventStore {
  const { pool, listener } = deps;
  let waiting: Command[] = [];
  let inFlight: Promise<void> | null = null;
  let notifying: Promise<unknown> | null = null;
  let notifyAgain = false;
  // Wakes subscribers of this process at once, without the round trip of a notification.
  const wakeUps = new Set<() => void>();

  /** One notification at a time; those that fall due meanwhile become one. Lost ones are made up for by polling. */
  function announce(): void {
    for (const wake of wakeUps) wake();
    if (notifying) {
      notifyAgain = true;
      return;
    }
    notifying = pool
      .query({ name: "announce", text: `SELECT pg_notify('${APPENDED_CHANNEL}', '')` })
      .catch(() => {})
      .finally(() => {
        notifying = null;
        if (!notifyAgain) return;
        notifyAgain = false;
        announce();
      });
  }

  async function appendBatch(batch: readonly Command[]): Promise<void> {
    const events = batch.flatMap((command, index) =>
      command.events.map((event) => ({ ...event, command: index + 1 })),
    );
    try {
      const { rows } = await pool.query<ResultRow>({
        name: "append",
        text: `SELECT command, status, revision, position FROM eventstore.append(
          $1::text[], $2::bigint[], $3::integer[], $4::uuid[], $5::text[], $6::integer[], $7::json[], $8::json[])`,
        values: [
          batch.map(({ stream }) => stream),
          batch.map(({ expected }) => (expected === "none" ? -1 : expected)),
          events.map(({ command }) => command),
          events.map(({ id }) => id),
          events.map(({ type }) => type),
          events.map(({ version }) => version),
          events.map(({ data }) => JSON.stringify(data)),
          events.map(({ meta }) => JSON.stringify(meta)),
        ],
      });
      for (const row of rows) batch[row.command - 1]?.resolve(toResult(row));
      if (rows.some(({ status }) => status === "ok")) announce();
    } catch (error) {
      // One command that the database refuses must not take the others of its batch with it.
      if (isOutcome(error) && batch.length > 1) {
        for (const command of batch) await appendBatch([command]);
        return;
      }
      const reason = isOutcome(error) ? error : new OutcomeUnknown("the answer of an append was lost");
      for (const command of batch) command.reject(reason);
    }
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, largestBatch);
      waiting = waiting.slice(largestBatch);
      await appendBatch(batch);
    }
    inFlight = null;
  }

  async function readAll(after: Position | null, limit: number): Promise<StoredEvent[]> {
    const { rows } = await pool.query<EventRow>({
      name: "read-all",
      text: `SELECT ${columns} FROM eventstore.events WHERE position > $1 ORDER BY position LIMIT $2`,
      values: [after ?? "0", limit],
    });
    let expected = Number(after ?? 0);
    for (const row of rows) {
      if (row.position !== ++expected) {
        throw new GapDetected(`the log continues at ${row.position} where ${expected} was due`);
      }
    }
    return rows.map(fromRow);
  }

  /** Resolves at the next notification, the next poll, or the end. */
  function createAlarm(signal: AbortSignal) {
    let ring: () => void = () => {};
    let rung = false;
    const wake = (): void => {
      rung = true;
      ring();
    };
    const unsubscribe = listener.subscribe(APPENDED_CHANNEL, wake);
    wakeUps.add(wake);
    signal.addEventListener("abort", wake);
    return {
      async wait(): Promise<void> {
        if (!rung) {
          let timer: NodeJS.Timeout | undefined;
          await new Promise<void>((resolve) => {
            ring = resolve;
            timer = setTimeout(resolve, pollEvery);
          });
          clearTimeout(timer);
        }
        rung = false;
      },
      close(): void {
        unsubscribe();
        wakeUps.delete(wake);
        signal.removeEventListener("abort", wake);
      },
    };
  }

  return {
    append(stream, expected, events) {
      return new Promise((resolve, reject) => {
        assertEventSize(events);
        waiting.push({ stream, expected, events, resolve, reject });
        inFlight ??= drain();
      });
    },

    async readStream(stream, { from = 0, limit = 10_000 } = {}) {
      const { rows } = await pool.query<EventRow>({
        name: "read-stream",
        text: `SELECT ${columns} FROM eventstore.events WHERE stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3`,
        values: [stream, from, limit],
      });
      return rows.map(fromRow);
    },

    readAll: ({ after, limit }) => readAll(after, limit),

    async head() {
      const { rows } = await pool.query<{ position: number }>("SELECT position FROM eventstore.head");
      const position = rows[0]?.position ?? 0;
      return position === 0 ? null : toPosition(position);
    },

    async subscribe({ after, batchSize = pageSize, signal }, handle) {
      const alarm = createAlarm(signal);
      let position = after;
      try {
        while (!signal.aborted) {
          const batch = await readAll(position, batchSize);
          const last = batch.at(-1);
          if (!last) {
            await alarm.wait();
            continue;
          }
          await handle(batch);
          if (comparePositions(last.position, position) > 0) position = last.position;
        }
      } finally {
        alarm.close();
      }
    },

    async close() {
      await inFlight;
      await notifying;
      await pool.end();
    },
  };
}
