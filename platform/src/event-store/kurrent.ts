import { once } from "node:events";
import {
  type AllStreamRecordedEvent,
  AccessDeniedError,
  BACKWARDS,
  END,
  excludeSystemEvents,
  FORWARDS,
  InvalidArgumentError,
  jsonEvent,
  type JSONRecordedEvent,
  KurrentDBClient,
  MaxAppendSizeExceededError,
  NO_STREAM,
  type ReadPosition,
  START,
  StreamNotFoundError,
  WrongExpectedVersionError,
} from "@kurrent/kurrentdb-client";
import {
  assertEventSize,
  type EventMeta,
  type EventStore,
  EventTooLarge,
  OutcomeUnknown,
  type StoredEvent,
} from "./event-store.ts";
import { type Position, toPosition } from "./position.ts";

type KurrentPosition = { commit: bigint; prepare: bigint };
type Recorded = AllStreamRecordedEvent | JSONRecordedEvent;

const wide = 64n;

/** Both numbers in one, in their order: events of one append share the commit position. */
const encode = ({ commit, prepare }: KurrentPosition): Position => toPosition((commit << wide) | prepare);

function decode(position: Position | null): ReadPosition {
  if (position === null) return START;
  const both = BigInt(position);
  return { commit: both >> wide, prepare: both & ((1n << wide) - 1n) };
}

/** An event of ours, or `null` for one that somebody else put into the same server. */
function fromRecorded(event: Recorded): StoredEvent | null {
  const metadata = event.metadata;
  if (typeof metadata !== "object" || metadata === null || !("version" in metadata)) return null;
  const { version, ...meta } = metadata as unknown as EventMeta & { version: number };
  return {
    id: event.id,
    type: event.type,
    version,
    data: event.data,
    meta,
    stream: event.streamId,
    revision: Number(event.revision),
    position: event.position ? encode(event.position) : toPosition(0),
    recordedAt: event.created.toISOString(),
  };
}

/** Errors that say that nothing was written. Every other one leaves it open. */
function isRefusal(error: unknown): boolean {
  return error instanceof AccessDeniedError || error instanceof InvalidArgumentError;
}

/**
 * The log on KurrentDB (formerly EventStoreDB). A repeated append may answer `ok` instead of `duplicate`: the server
 * recognises the ids and writes nothing. The client never resubscribes by itself, so the end of a subscription is an
 * error here, and `runSubscription` starts again; only positions of handled events are ever checkpoints.
 */
export function createKurrentEventStore({ url }: { url: string }): EventStore {
  const client = KurrentDBClient.connectionString(url as never);

  async function readStream(stream: string, from: number, limit: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    try {
      const options = { direction: FORWARDS, fromRevision: BigInt(from), maxCount: limit } as const;
      for await (const { event } of client.readStream(stream, options)) {
        const stored = event ? fromRecorded(event as JSONRecordedEvent) : null;
        if (stored) events.push(stored);
      }
    } catch (error) {
      if (!(error instanceof StreamNotFoundError)) throw error;
    }
    return events;
  }

  async function readAll(after: Position | null, limit: number): Promise<StoredEvent[]> {
    const events: StoredEvent[] = [];
    // The read includes the event at the position itself, and passes over what is not ours.
    const options = { direction: FORWARDS, fromPosition: decode(after), maxCount: limit * 2 + 100 } as const;
    for await (const { event } of client.readAll(options)) {
      const stored = event ? fromRecorded(event) : null;
      if (stored && stored.position !== after) events.push(stored);
      if (events.length === limit) break;
    }
    return events;
  }

  return {
    async append(stream, expected, events) {
      assertEventSize(events);
      const recorded = events.map(({ id, type, version, data, meta }) =>
        jsonEvent({ id, type, data: data as Record<string, unknown>, metadata: { ...meta, version } }),
      );
      try {
        const streamState = expected === "none" ? NO_STREAM : BigInt(expected);
        const result = await client.appendToStream(stream, recorded, { streamState });
        const position = result.position ? encode(result.position) : null;
        return { status: "ok", revision: Number(result.nextExpectedRevision), position };
      } catch (error) {
        if (error instanceof MaxAppendSizeExceededError) throw new EventTooLarge("the append is too large");
        if (isRefusal(error)) throw error;
        if (!(error instanceof WrongExpectedVersionError)) {
          throw new OutcomeUnknown("the answer of an append was lost");
        }
        const own = await readStream(stream, 0, Number.MAX_SAFE_INTEGER);
        const known = own.filter(({ id }) => events.some((event) => event.id === id));
        const revision = own.at(-1)?.revision ?? null;
        if (known.length === events.length && revision !== null) {
          return { status: "duplicate", revision, position: known.at(-1)?.position ?? null };
        }
        return { status: "conflict", revision };
      }
    },

    readStream: (stream, { from = 0, limit = 10_000 } = {}) => readStream(stream, from, limit),
    readAll: ({ after, limit }) => readAll(after, limit),

    async head() {
      const options = { direction: BACKWARDS, fromPosition: END, maxCount: 100 } as const;
      for await (const { event } of client.readAll(options)) {
        const stored = event ? fromRecorded(event) : null;
        if (stored) return stored.position;
      }
      return null;
    },

    async subscribe({ after, batchSize = 500, signal }, handle) {
      const subscription = client.subscribeToAll({
        fromPosition: decode(after),
        filter: excludeSystemEvents(),
      });
      const stop = (): void => void subscription.unsubscribe();
      signal.addEventListener("abort", stop);
      let ended = false;
      subscription.once("end", () => (ended = true));
      subscription.once("close", () => (ended = true));
      try {
        while (!signal.aborted) {
          const batch: StoredEvent[] = [];
          for (let next = subscription.read(); next !== null; next = subscription.read()) {
            const event = (next as { event?: AllStreamRecordedEvent }).event;
            const stored = event ? fromRecorded(event) : null;
            if (stored && stored.position !== after) batch.push(stored);
            if (batch.length === batchSize) break;
          }
          if (batch.length > 0) await handle(batch);
          else if (ended) throw new Error("the subscription ended");
          else
            await Promise.race([
              once(subscription, "readable"),
              once(subscription, "end"),
              once(signal, "abort"),
            ]);
        }
      } finally {
        signal.removeEventListener("abort", stop);
        await subscription.unsubscribe();
      }
    },

    close: () => client.dispose(),
  };
}
