import type { DomainEvent } from "@daybook/domain/events";
import type { EventTypes } from "@daybook/domain/kernel/define-events";
import type { KeyOf, ReadModel, RowOf, Table } from "@daybook/read-models/define-table";

/** Where an event stands. */
export type Place = { readonly stream: string; readonly revision: number };

type Tables = Readonly<Record<string, Table>>;

/** Rows that may be read before they are changed; only those that `keys` named. */
export type RowsView<T extends Table> = {
  get(key: KeyOf<T>): Readonly<RowOf<T>> | undefined;
  put(row: RowOf<T>): void;
  delete(key: KeyOf<T>): void;
};

/** Rows that are written and deleted without reading. */
export type BlindView<T extends Table> = {
  put(row: RowOf<T>): void;
  delete(key: KeyOf<T>): void;
  /** Deletes every row whose group column has this value. */
  deleteGroup(value: number): void;
};

/** Counters: what is added is combined with what stands there, so the order of events does not matter. */
export type TallyView<T extends Table> = { add(amounts: RowOf<T>): void };

type ViewOf<T extends Table> = {
  rows: RowsView<T>;
  blind: BlindView<T>;
  tally: TallyView<T>;
}[T["access"]];

/** A projection's tables, as its handlers see them. */
export type Views<T extends Tables> = { readonly [N in keyof T]: ViewOf<T[N]> };

/** The rows that an event's handler reads, by table. */
export type Keys<T extends Tables> = {
  readonly [N in keyof T as T[N]["access"] extends "rows" ? N : never]?: readonly KeyOf<T[N]>[];
};

type Handler<T extends Tables, E extends DomainEvent> = (
  tables: Views<T>,
  data: E["data"],
  place: Place,
) => void;

/** For event types that a projection has nothing to do with. */
export const ignored = (): void => undefined;

/** {@link ignored} for every event type of an aggregate, but those that a handler map names after it. */
export function ignoredAll<T extends EventTypes>(types: T): { readonly [K in keyof T]: typeof ignored } {
  return Object.fromEntries(Object.keys(types).map((type) => [type, ignored])) as {
    readonly [K in keyof T]: typeof ignored;
  };
}

/** A handler for every event type, or {@link ignored}. */
export type HandlerMap<T extends Tables> = {
  readonly [K in DomainEvent["type"]]: Handler<T, Extract<DomainEvent, { type: K }>>;
};

type Rules<T extends Tables> = {
  /** The rows to read before the handler runs; asked only for events that are not ignored. */
  readonly keys: (event: DomainEvent, place: Place) => Keys<T>;
  readonly handlers: HandlerMap<T>;
};

/**
 * A read model and how it follows from events. Handlers are pure: all they know is the event and the rows that `keys`
 * names for it. Applying an event a second time must change nothing.
 */
export type Projection<T extends Tables = Tables> = ReadModel<T> & Rules<T>;

/** Declares a projection. What its tables are only its handlers need to know; all else treats projections alike. */
export function defineProjection<T extends Tables>(model: ReadModel<T>, rules: Rules<T>): Projection {
  return { ...model, ...rules } as unknown as Projection;
}

/** An event's row is not there although its stream says it must be: the log or a handler is wrong. */
export class MissingRow extends Error {
  override readonly name = "MissingRow";
  readonly code = "missing_row";
  constructor(table: string) {
    super(`an event needs a row of ${table} that is not there`);
  }
}
