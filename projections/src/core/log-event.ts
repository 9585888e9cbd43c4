import type { DomainEvent } from "@daybook/domain/events";
import { upcast } from "@daybook/domain/versioning/upcast";
import type { Position, StoredEvent } from "@daybook/platform/event-store/event-store";

/** A stored event in its current version, or the error that prevents reading it. */
export type LogEvent = {
  readonly stream: string;
  readonly revision: number;
  readonly position: Position;
  readonly type: string;
  readonly domainEvent: DomainEvent | Error;
};

/** Consecutive events of the log, and the position before the first one. */
export type Batch = { readonly after: Position | null; readonly events: readonly LogEvent[] };

/** Converts stored events to a batch. */
export function toBatch(after: Position | null, storedEvents: readonly StoredEvent[]): Batch {
  return { after, events: storedEvents.map(toLogEvent) };
}

/** The position of the last event of a batch; of an empty batch, the position before it. */
export function endPosition(batch: Batch): Position | null {
  return batch.events.at(-1)?.position ?? batch.after;
}

/** Splits a batch into two halves. */
export function splitInHalf(batch: Batch): [Batch, Batch] {
  const middle = batch.events.length >> 1;
  const firstHalf = { after: batch.after, events: batch.events.slice(0, middle) };
  return [firstHalf, { after: endPosition(firstHalf), events: batch.events.slice(middle) }];
}

/** Converts a stored event. Never throws, so that an unreadable event does not block the others. */
function toLogEvent(storedEvent: StoredEvent): LogEvent {
  const { stream, revision, position, type } = storedEvent;
  return { stream, revision, position, type, domainEvent: readOrError(storedEvent) };
}

function readOrError(storedEvent: StoredEvent): DomainEvent | Error {
  try {
    return upcast(storedEvent);
  } catch (error) {
    return error instanceof Error ? error : new Error("unreadable event");
  }
}
