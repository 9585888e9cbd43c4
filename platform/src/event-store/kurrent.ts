import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  AccessDeniedError,
  BACKWARDS,
  CancelledError,
  DeadlineExceededError,
  END,
  excludeSystemEvents,
  FORWARDS,
  InvalidArgumentError,
  jsonEvent,
  type JSONRecordedEvent,
  KurrentDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
  NotLeaderError,
  type ReadPosition,
  START,
  StreamNotFoundError,
  UnavailableError,
  UnknownError,
  WrongExpectedVersionError,
} from "@kurrent/kurrentdb-client";
import {
  type EventMeta,
  type EventStore,
  EventStoreUnavailable,
  EventTooLarge,
  OutcomeUnknown,
  type StoredEvent,
} from "./event-store.ts";
import { comparePositions, type Position, toPosition } from "./position.ts";
import { readBatches } from "./read-batches.ts";
import { serialiseEvents } from "./serialise-events.ts";

type KurrentPosition = { commit: bigint; prepare: bigint };
type Recorded = AllStreamRecordedEvent | JSONRecordedEvent;

const prepareBits = 64n;
const headPageSize = 100;

/**
 * Combines both numbers into one that sorts like the log. The commit position alone is not enough, because all events of one append share
 * it.
 */
const encode = ({ commit, prepare }: KurrentPosition): Position =>
  toPosition((commit << prepareBits) | prepare);

function decode(position: Position | null): ReadPosition {
  if (position === null) return START;
  const combined = BigInt(position);
  return { commit: combined >> prepareBits, prepare: combined & ((1n << prepareBits) - 1n) };
}

/** A Daybook event; `null` for an event that something else stored on the same server. */
function fromRecorded(event: Recorded): StoredEvent | null {
  const metadata = event.metadata;
  if (typeof metadata !== "object" || metadata === null || !("version" in metadata)) return null;
  if (!event.position) throw new Error("KurrentDB is too old: it does not return the positions of events");
  const { version, ...meta } = metadata as unknown as EventMeta & { version: number };
  return {
    id: event.id,
    type: event.type,
    version,
    data: event.data,
    meta,
    stream: event.streamId,
    revision: Number(event.revision),
    position: encode(event.position),
    recordedAt: event.created.toISOString(),
  };
}

const isAfter = (event: StoredEvent, position: Position | null): boolean =>
  comparePositions(event.position, position) > 0;

/** True when the server did not accept the call, so nothing was written. Conflicts and too large appends have other errors. */
function isDeniedOrInvalid(error: unknown): boolean {
  return error instanceof AccessDeniedError || error instanceof InvalidArgumentError;
}

/** The errors of a server that cannot answer. The client reports a connection that is lost during a read as an unknown error. */
const unavailableErrors = [
  CancelledError,
  DeadlineExceededError,
  NotLeaderError,
  UnavailableError,
  UnknownError,
];

/** Runs a read. Throws {@link EventStoreUnavailable} when the server cannot answer. */
async function attemptRead<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!unavailableErrors.some((type) => error instanceof type)) throw error;
    throw new EventStoreUnavailable("KurrentDB could not answer a read", { cause: error });
  }
}

/**
 * The log on KurrentDB (formerly EventStoreDB). A repeated append may return `ok` instead of `duplicate`: the server
 * recognises the ids and writes nothing. The client never resubscribes by itself, so the end of a subscription is an
 * error here, and `runSubscription` starts again. A checkpoint is always the position of a Daybook event, because `handle` gets no
 * other events.
 */
export function createKurrentEventStore({ url }: { url: string }): EventStore {
  const client = KurrentDBClient.connectionString`${url}`;

  async function readStream(stream: string, from: number, limit: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    try {
      const options = { direction: FORWARDS, fromRevision: BigInt(from), maxCount: limit } as const;
      await attemptRead(async () => {
        for await (const { event } of client.readStream(stream, options)) {
          const storedEvent = event ? fromRecorded(event as JSONRecordedEvent) : null;
          if (storedEvent) events.push(storedEvent);
        }
      });
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return events;
  }

  async function readPages(start: Position | null, limit: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    // A read from a position includes the event at that position, so a page needs room for one more.
    const maxCount = Math.max(limit, 1) + 1;
    let from = decode(start);
    for (;;) {
      let readCount = 0;
      const options = {
        direction: FORWARDS,
        fromPosition: from,
        maxCount,
        filter: excludeSystemEvents(),
      } as const;
      for await (const { event, link } of client.readAll(options)) {
        readCount++;
        from = (event ?? link)?.position ?? from;
        const storedEvent = event ? fromRecorded(event) : null;
        if (storedEvent && isAfter(storedEvent, events.at(-1)?.position ?? start)) events.push(storedEvent);
      }
      // A page may have no Daybook event; only a short page is the end of the log.
      if (events.length >= limit || readCount < maxCount) return events.slice(0, limit);
    }
  }

  /** Finds the position of the newest Daybook event. Any number of the server's own events may be newer. */
  async function findHead(): Promise<Position | null> {
    let from = END as ReadPosition;
    for (;;) {
      let readCount = 0;
      const options = { direction: BACKWARDS, fromPosition: from, maxCount: headPageSize } as const;
      for await (const { event, link } of client.readAll(options)) {
        readCount++;
        from = (event ?? link)?.position ?? from;
        const storedEvent = event ? fromRecorded(event) : null;
        if (storedEvent) return storedEvent.position;
      }
      if (readCount < headPageSize) return null;
    }
  }

  /** The position of a stored event, for servers that do not return it with the append. */
  async function positionOf(stream: string, revision: number): Promise<Position | null> {
    const [storedEvent] = await readStream(stream, revision, 1).catch(() => []);
    return storedEvent?.position ?? null;
  }

  return {
    async append(stream, expectedRevision, events) {
      // This call only checks: it throws when the append is empty or too large.
      serialiseEvents(events);
      const eventData = events.map(({ id, type, version, data, meta }) =>
        jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...meta, version } }),
      );
      try {
        const streamState = expectedRevision === "none" ? NO_STREAM : BigInt(expectedRevision);
        const result = await client.appendToStream(stream, eventData, { streamState });
        const revision = Number(result.nextExpectedRevision);
        const position = result.position ? encode(result.position) : await positionOf(stream, revision);
        return { status: "ok", revision, position };
      } catch (error) {
        if (error instanceof MaxAppendSizeExceededError) throw new EventTooLarge("the append is too large");
        if (isDeniedOrInvalid(error)) throw error;
        if (!(error instanceof WrongExpectedVersionError)) {
          throw new OutcomeUnknown("the answer of an append was lost");
        }
        const streamEvents = await readStream(stream, 0, Number.MAX_SAFE_INTEGER);
        const storedEvents = streamEvents.filter(({ id }) => events.some((event) => event.id === id));
        const revision = streamEvents.at(-1)?.revision ?? null;
        if (storedEvents.length === events.length && revision !== null) {
          return { status: "duplicate", revision, position: storedEvents.at(-1)?.position ?? null };
        }
        return { status: "conflict", revision };
      }
    },

    readStream: (stream, { from = 0, limit = 10_000 } = {}) => readStream(stream, from, limit),
    readAll: ({ after, limit }) => attemptRead(() => readPages(after, limit)),

    head: () => attemptRead(findHead),

    async subscribe({ after, batchSize = 500, signal }, handle) {
      const subscription = client.subscribeToAll(
        { fromPosition: decode(after), filter: excludeSystemEvents() },
        { highWaterMark: batchSize },
      );
      let lastPosition = after;
      try {
        await readBatches(subscription, { batchSize, signal }, async (resolvedEvents) => {
          const batch: StoredEvent[] = [];
          for (const { event } of resolvedEvents as AllStreamResolvedEvent[]) {
            const storedEvent = event ? fromRecorded(event) : null;
            if (!storedEvent || !isAfter(storedEvent, lastPosition)) continue;
            batch.push(storedEvent);
            lastPosition = storedEvent.position;
          }
          if (batch.length > 0) await handle(batch);
        });
      } finally {
        // Not awaited: `unsubscribe` waits for a connection, which may never be made.
        subscription.unsubscribe().catch(() => {});
      }
    },

    close: () => client.dispose(),
  };
}
