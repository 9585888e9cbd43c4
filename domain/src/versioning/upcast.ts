import { type DomainEvent, domainEvents } from "../events.ts";
import type { EventType } from "../kernel/define-events.ts";

/** A stored event that this version of Daybook cannot read: it is newer, its type is unknown, or an upcast is missing. */
export class UnreadableEvent extends Error {
  override readonly name = "UnreadableEvent";
  readonly code = "unreadable_event";
}

const typeOf = (name: string): EventType | undefined =>
  Object.hasOwn(domainEvents, name) ? domainEvents[name as keyof typeof domainEvents] : undefined;

/** The version that new events of a type are written with. */
export function currentVersion(type: DomainEvent["type"]): number {
  return domainEvents[type].version;
}

/**
 * Reads a stored event and converts old versions step by step to the current one. Does not check the data, because
 * {@link checkEvent} checks an event before it is written. Throws {@link UnreadableEvent}. Its message names the type and the
 * version, and contains no content.
 */
export function upcast(storedEvent: { type: string; version: number; data: unknown }): DomainEvent {
  const type = typeOf(storedEvent.type);
  if (!type || storedEvent.version > type.version) {
    throw new UnreadableEvent(`cannot read ${storedEvent.type} version ${storedEvent.version}`);
  }
  let data = storedEvent.data as Record<string, unknown>;
  for (let version = storedEvent.version; version < type.version; version++) {
    const upcastStep = type.upcasts[version];
    if (!upcastStep) throw new UnreadableEvent(`no upcast of ${storedEvent.type} from version ${version}`);
    data = upcastStep(data);
  }
  return { type: storedEvent.type, data } as DomainEvent;
}

/** Checks an event against its schema before it is written. Throws on a failure, without naming a value. */
export function checkEvent(event: DomainEvent): void {
  const result = domainEvents[event.type].schema.safeParse(event.data);
  if (result.success) return;
  throw new Error(`${event.type} is malformed at ${result.error.issues[0]?.path.join(".")}`);
}
