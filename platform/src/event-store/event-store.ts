import type { Position } from "./position.ts";

export type { Position };

/** Who caused an event, and by which command. Ids only: no content and no names. */
export type EventMeta = {
  readonly commandId: string;
  /** The id of the first command of the chain, such as a click. Missing in events from before version 2.8.6. */
  readonly correlationId?: string;
  /** The command that directly caused this one. Missing when no other command did. */
  readonly causationId?: string;
  readonly actor: string | null;
  readonly sessionId: string | null;
  readonly requestId: string | null;
  readonly source: "web" | "import" | "scheduler" | "operator" | "system";
  readonly at: string;
};

/** An event to append. Its id (a UUID) makes a repeated append harmless. */
export type NewEvent = {
  readonly id: string;
  readonly type: string;
  readonly version: number;
  readonly data: unknown;
  readonly meta: EventMeta;
};

/** An event in the log; `revision` counts from 0 within its stream. */
export type StoredEvent = NewEvent & {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly recordedAt: string;
};

/** The revision that an append expects; `"none"` when the stream must not exist yet. */
export type ExpectedRevision = number | "none";

/**
 * The result of an append. `duplicate`: all events of the append are in the stream already. KurrentDB may return `ok` instead.
 * `position` is `null` when the store does not return one.
 */
export type AppendResult =
  | { readonly status: "ok"; readonly revision: number; readonly position: Position | null }
  | { readonly status: "duplicate"; readonly revision: number; readonly position: Position | null }
  | { readonly status: "conflict"; readonly revision: number | null };

/** The connection was lost before the answer: the append may have happened. Try again with the same ids. */
export class OutcomeUnknown extends Error {
  override readonly name = "OutcomeUnknown";
  readonly code = "outcome_unknown";
}

/** KurrentDB could not answer a read; retry later. On PostgreSQL, a read throws the error of the driver instead. */
export class EventStoreUnavailable extends Error {
  override readonly name = "EventStoreUnavailable";
  readonly code = "event_store_unavailable";
}

/** A reader found a gap in the log, or a log that ends before the reader's position. The reader stops, so it skips no event. */
export class GapDetected extends Error {
  override readonly name = "GapDetected";
  readonly code = "gap_detected";
}

/** The events of one append are larger than 1 MiB of JSON, the limit that every store enforces. */
export class EventTooLarge extends Error {
  override readonly name = "EventTooLarge";
  readonly code = "event_too_large";
}

/** Where a subscription starts, its batch size, and the signal that ends it. */
export type SubscribeOptions = {
  readonly after: Position | null;
  readonly batchSize?: number;
  readonly signal: AbortSignal;
};

/**
 * The log. Guarantees of every adapter: an append is atomic; its events get the next revisions of their stream; the
 * order of all events is the same for every reader; a reader never sees an event before all earlier ones are visible.
 */
export type EventStore = {
  /**
   * Throws {@link OutcomeUnknown}, {@link EventTooLarge}, and `RangeError` when `events` is empty. A retry passes the same
   * revision and ids as the first try, because KurrentDB recognises a retry by both.
   */
  append(stream: string, expected: ExpectedRevision, events: readonly NewEvent[]): Promise<AppendResult>;
  /** At most `limit` events (default 10,000) of a stream from revision `from` (default 0), oldest first; an unknown stream has none. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<StoredEvent[]>;
  readAll(options: { after: Position | null; limit: number }): Promise<StoredEvent[]>;
  /** The position of the newest event. */
  head(): Promise<Position | null>;
  /**
   * Catches up, then follows. The next batch comes only after `handle` has settled. Resolves when the signal aborts;
   * rejects when `handle` does, when the connection is lost, or with {@link GapDetected}.
   */
  subscribe(options: SubscribeOptions, handle: (batch: StoredEvent[]) => Promise<void>): Promise<void>;
  close(): Promise<void>;
};
