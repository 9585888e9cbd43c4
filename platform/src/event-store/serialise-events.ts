import { EventTooLarge, type NewEvent } from "./event-store.ts";

/** An event with its data and metadata as JSON text. */
export type SerialisedEvent = Pick<NewEvent, "id" | "type" | "version"> & {
  readonly data: string;
  readonly meta: string;
};

/** The events of one append as JSON, ready to be stored. */
export type SerialisedAppend = {
  readonly events: readonly SerialisedEvent[];
  /** The size of the data and metadata of all events, as JSON in UTF-8. */
  readonly bytes: number;
};

/** The limit for one append: KurrentDB's default. Every adapter enforces it, so that a log can move between them. */
const maxAppendBytes = 1024 * 1024;

/**
 * Serialises the events of an append. Throws {@link EventTooLarge} when they are larger than the limit together, and `RangeError` when
 * there are no events.
 */
export function serialiseEvents(events: readonly NewEvent[]): SerialisedAppend {
  if (events.length === 0) throw new RangeError("an append needs at least one event");
  let bytes = 0;
  const serialised = events.map(({ id, type, version, data, meta }) => {
    const event = { id, type, version, data: JSON.stringify(data), meta: JSON.stringify(meta) };
    bytes += Buffer.byteLength(event.data) + Buffer.byteLength(event.meta);
    return event;
  });
  if (bytes > maxAppendBytes) {
    throw new EventTooLarge(`an append that starts with ${events[0]?.type} is larger than 1 MiB`);
  }
  return { events: serialised, bytes };
}
