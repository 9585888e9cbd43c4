import type { DomainEvent } from "@daybook/domain/events";
import { upcast } from "@daybook/domain/versioning/upcast";
import type { Position, StoredEvent } from "@daybook/platform/event-store/event-store";

/** A stored event, read once for all projections: lifted to its current version, or the reason why it cannot be. */
export type LogEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly domain: DomainEvent | Error;
};

/** Events that follow each other in the log, with the position that the first one comes right after. */
export type Batch = { readonly after: Position | null; readonly events: readonly LogEvent[] };

/** Reads a batch of stored events. */
export function toBatch(after: Position | null, stored: readonly StoredEvent[]): Batch {
  return { after, events: stored.map(toLogEvent) };
}

/** The position of the last event of a batch. */
export function endOf(batch: Batch): Position | null {
  return batch.events.at(-1)?.position ?? batch.after;
}

/** Cuts a batch in two. */
export function halves(batch: Batch): [Batch, Batch] {
  const middle = batch.events.length >> 1;
  const first = { after: batch.after, events: batch.events.slice(0, middle) };
  return [first, { after: endOf(first), events: batch.events.slice(middle) }];
}

/** Reads a stored event; never throws, as one unreadable event must not hide the others. */
function toLogEvent(stored: StoredEvent): LogEvent {
  const { stream, revision, position, type } = stored;
  return { stream, revision, position, type, domain: read(stored) };
}

function read(stored: StoredEvent): DomainEvent | Error {
  try {
    return upcast(stored);
  } catch (error) {
    return error instanceof Error ? error : new Error("unreadable event");
  }
}
