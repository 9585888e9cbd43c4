import type { DomainEvent } from "@daybook/domain/events";
import type { EventTypes } from "@daybook/domain/kernel/define-events";
import type { KeyOf, ReadModel, RowOf, Table } from "@daybook/read-models/define-table";

/** The stream of an event, and its revision there. */
export type StreamRevision = { readonly stream: string; readonly revision: number };

type Tables = Readonly<Record<string, Table>>;

/** A table that a handler may read and write. The handler may read only the rows that `keys` names. */
export type RowsView<T extends Table> = {
  get(key: KeyOf<T>): Readonly<RowOf<T>> | undefined;
  put(row: RowOf<T>): void;
  delete(key: KeyOf<T>): void;
};

/** A table that a handler writes without reading. */
export type WritesView<T extends Table> = {
  put(row: RowOf<T>): void;
  delete(key: KeyOf<T>): void;
  /** Deletes every row whose group column has this value. */
  deleteGroup(value: number): void;
};

/** A table of counters. `add` combines each amount with the stored one by the table's rules, such as the sum. */
export type CountersView<T extends Table> = { add(amounts: RowOf<T>): void };

type ViewOf<T extends Table> = {
  rows: RowsView<T>;
  writes: WritesView<T>;
  counters: CountersView<T>;
}[T["access"]];

/** The tables of a projection, for its handlers. */
export type Views<T extends Tables> = { readonly [N in keyof T]: ViewOf<T[N]> };

/** The keys of the rows that a handler reads, by table. */
export type Keys<T extends Tables> = {
  readonly [N in keyof T as T[N]["access"] extends "rows" ? N : never]?: readonly KeyOf<T[N]>[];
};

type Handler<T extends Tables, E extends DomainEvent> = (
  tables: Views<T>,
  data: E["data"],
  source: StreamRevision,
) => void;

/** The handler for event types that a projection does not need. */
export const ignoreEvent = (): void => undefined;

/**
 * Maps every event type of an aggregate to {@link ignoreEvent}. Spread the result at the start of a handler map, because handlers that
 * follow replace its entries.
 */
export function ignoreEvents<T extends EventTypes>(
  types: T,
): { readonly [K in keyof T]: typeof ignoreEvent } {
  return Object.fromEntries(Object.keys(types).map((type) => [type, ignoreEvent])) as {
    readonly [K in keyof T]: typeof ignoreEvent;
  };
}

/** A handler for every event type; {@link ignoreEvent} for those that the projection does not need. */
export type HandlerMap<T extends Tables> = {
  readonly [K in DomainEvent["type"]]: Handler<T, Extract<DomainEvent, { type: K }>>;
};

type Rules<T extends Tables> = {
  /** The rows to read before the handler runs. Not called for ignored events. */
  readonly keys: (event: DomainEvent, source: StreamRevision) => Keys<T>;
  readonly handlers: HandlerMap<T>;
};

/**
 * A read model with its handlers. Handlers are pure: they use only the event and the rows that `keys` names. Applying an
 * event twice must have the same result as once.
 */
export type Projection<T extends Tables = Tables> = ReadModel<T> & Rules<T>;

/** Declares a projection. Only its handlers know the types of its tables; other code treats all projections alike. */
export function defineProjection<T extends Tables>(model: ReadModel<T>, rules: Rules<T>): Projection {
  return { ...model, ...rules } as unknown as Projection;
}

/** Thrown when the row that an event changes does not exist. Then the log or a handler is wrong. */
export class MissingRow extends Error {
  override readonly name = "MissingRow";
  constructor(table: string) {
    super(`an event needs a row of ${table} that is not there`);
  }
}
