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

/** Reads a stored event; never throws, as one unreadable event must not hide the others. */
export function toLogEvent(stored: StoredEvent): LogEvent {
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
