import type { DomainEvent } from "@daybook/domain/events";
import type { LogEvent } from "./log-event.ts";
import { ignored, type Projection } from "./define-projection.ts";
import { type Row, TableChanges } from "./table-changes.ts";

/** An event that a projection cannot apply, whatever the database does. Names its type, never its content. */
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

type AnyHandler = (tables: object, data: unknown, place: LogEvent) => void;

/**
 * One batch on its way through a projection: `wanted` rows are loaded first, then `run` folds the events over them in
 * memory, and what is to be written stands in `changes`.
 */
export type BatchFold = {
  readonly changes: readonly TableChanges[];
  run: () => void;
};

/** Prepares a batch: asks the projection which rows its events read. Throws {@link EventFailed}. */
export function foldBatch(projection: Projection, events: readonly LogEvent[]): BatchFold {
  const byTable = Object.fromEntries(
    Object.entries(projection.tables).map(([name, table]) => [name, new TableChanges(table)]),
  );
  const relevant: { event: LogEvent; domain: DomainEvent }[] = [];
  for (const event of events) {
    const domain = readable(projection, event);
    if (projection.handlers[domain.type] === ignored) continue;
    relevant.push({ event, domain });
    attempt(projection, event, () => {
      const keys = projection.keys(domain, event) as Readonly<Record<string, readonly Row[] | undefined>>;
      for (const name in keys) for (const key of keys[name] ?? []) byTable[name]?.want(key);
    });
  }
  return {
    changes: Object.values(byTable),
    run() {
      for (const { event, domain } of relevant) {
        // The map is keyed by the event's own type; the compiler cannot follow the lookup.
        const handle = projection.handlers[domain.type] as AnyHandler;
        attempt(projection, event, () => handle(byTable, domain.data, event));
      }
    },
  };
}

/** True when a batch holds nothing for a projection. */
export function concernsNothing(projection: Projection, events: readonly LogEvent[]): boolean {
  return events.every(
    ({ domain }) => !(domain instanceof Error) && projection.handlers[domain.type] === ignored,
  );
}

function readable(projection: Projection, event: LogEvent): DomainEvent {
  if (event.domain instanceof Error) throw new EventFailed(projection.name, event, event.domain);
  return event.domain;
}

function attempt(projection: Projection, event: LogEvent, act: () => void): void {
  try {
    act();
  } catch (error) {
    throw new EventFailed(projection.name, event, error);
  }
}
