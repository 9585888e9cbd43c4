import type { DomainEvent } from "@daybook/domain/events";
import type { LogEvent } from "./log-event.ts";
import { ignoreEvent, type Projection } from "./define-projection.ts";
import { type Row, TableChanges } from "./table-changes.ts";

/** A projection cannot apply an event, and the database is not the reason. The message has no content. */
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

/** Prepares a batch: collects the rows that its events read. Throws {@link EventFailed}. */
export function foldBatch(projection: Projection, events: readonly LogEvent[]): BatchFold {
  const changesByTable = Object.fromEntries(
    Object.entries(projection.tables).map(([name, table]) => [name, new TableChanges(table)]),
  );
  const relevantEvents: { event: LogEvent; domain: DomainEvent }[] = [];
  for (const event of events) {
    const domain = readDomainEvent(projection, event);
    if (projection.handlers[domain.type] === ignoreEvent) continue;
    relevantEvents.push({ event, domain });
    attempt(projection, event, () => {
      const keys = projection.keys(domain, event) as Readonly<Record<string, readonly Row[] | undefined>>;
      for (const name in keys) for (const key of keys[name] ?? []) changesByTable[name]?.requestRow(key);
    });
  }
  return {
    changes: Object.values(changesByTable),
    run() {
      for (const { event, domain } of relevantEvents) {
        // The handler has the key of the event's type. The compiler cannot check that.
        const handle = projection.handlers[domain.type] as AnyHandler;
        attempt(projection, event, () => handle(changesByTable, domain.data, event));
      }
    },
  };
}

/** Whether a projection ignores all events of a batch. */
export function ignoresAll(projection: Projection, events: readonly LogEvent[]): boolean {
  return events.every(
    ({ domain }) => !(domain instanceof Error) && projection.handlers[domain.type] === ignoreEvent,
  );
}

function readDomainEvent(projection: Projection, event: LogEvent): DomainEvent {
  if (event.domain instanceof Error) throw new EventFailed(projection.name, event, event.domain);
  return event.domain;
}

function attempt(projection: Projection, event: LogEvent, action: () => void): void {
  try {
    action();
  } catch (error) {
    throw new EventFailed(projection.name, event, error);
  }
}
