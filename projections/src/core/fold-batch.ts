import type { DomainEvent } from "@daybook/domain/events";
import type { LogEvent } from "./log-event.ts";
import { ignoreEvent, type Projection } from "./define-projection.ts";
import { type Row, TableChanges } from "./table-changes.ts";

/** A projection cannot apply an event, and the database is not the reason. The message contains no private text. */
export class EventFailed extends Error {
  override readonly name = "EventFailed";
  readonly code: string;
  constructor(projection: string, event: LogEvent, cause: unknown) {
    super(`${projection} cannot apply ${event.type} of ${event.stream} at revision ${event.revision}`, {
      cause,
    });
    this.code = cause instanceof Error ? cause.name : "unknown";
  }
}

type AnyHandler = (tables: object, data: unknown, source: LogEvent) => void;

/**
 * A batch that a projection applies in memory. First load the rows of `wantedKeys` in `changes`, then call `run`.
 * Afterwards `changes` has everything to write.
 */
export type BatchFold = {
  readonly changes: readonly TableChanges[];
  run: () => void;
};

/** Prepares a batch: collects the keys of the rows that its events read. Throws {@link EventFailed} when this fails for an event. */
export function prepareFold(projection: Projection, events: readonly LogEvent[]): BatchFold {
  const changesByTable = Object.fromEntries(
    Object.entries(projection.tables).map(([name, table]) => [name, new TableChanges(table)]),
  );
  const relevantEvents: { event: LogEvent; domainEvent: DomainEvent }[] = [];
  for (const event of events) {
    const domainEvent = readDomainEvent(projection, event);
    if (projection.handlers[domainEvent.type] === ignoreEvent) continue;
    relevantEvents.push({ event, domainEvent });
    attempt(projection, event, () => {
      const keys = projection.keys(domainEvent, event) as Readonly<
        Record<string, readonly Row[] | undefined>
      >;
      for (const name in keys) for (const key of keys[name] ?? []) changesByTable[name]?.requestRow(key);
    });
  }
  return {
    changes: Object.values(changesByTable),
    run() {
      for (const { event, domainEvent } of relevantEvents) {
        // The handler is for this type of event, so it accepts the event's data. The compiler cannot check that.
        const handle = projection.handlers[domainEvent.type] as AnyHandler;
        attempt(projection, event, () => handle(changesByTable, domainEvent.data, event));
      }
    },
  };
}

/** Whether a projection ignores all events of a batch. */
export function ignoresAll(projection: Projection, events: readonly LogEvent[]): boolean {
  return events.every(
    ({ domainEvent }) =>
      !(domainEvent instanceof Error) && projection.handlers[domainEvent.type] === ignoreEvent,
  );
}

function readDomainEvent(projection: Projection, event: LogEvent): DomainEvent {
  if (event.domainEvent instanceof Error) throw new EventFailed(projection.name, event, event.domainEvent);
  return event.domainEvent;
}

/** Runs one action for an event. Throws {@link EventFailed} when it fails. */
function attempt(projection: Projection, event: LogEvent, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new EventFailed(projection.name, event, error);
  }
}
