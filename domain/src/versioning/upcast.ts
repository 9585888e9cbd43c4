import { type DomainEvent, domainEvents } from "../events.ts";
import type { EventType } from "../kernel/define-events.ts";

/** A stored event that this version of Daybook cannot read: it is newer, or its type is unknown. */
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
 * Reads a stored event and converts old versions step by step to the current one. It trusts the data, because it was
 * checked before it was written. Throws {@link UnreadableEvent}, which names type and version, never content.
 */
export function upcast(stored: { type: string; version: number; data: unknown }): DomainEvent {
  const type = typeOf(stored.type);
  if (!type || stored.version > type.version) {
    throw new UnreadableEvent(`cannot read ${stored.type} version ${stored.version}`);
  }
  let data = stored.data as Record<string, unknown>;
  for (let version = stored.version; version < type.version; version++) {
    const step = type.upcasts[version];
    if (!step) throw new UnreadableEvent(`no upcast of ${stored.type} from version ${version}`);
    data = step(data);
  }
  return { type: stored.type, data } as DomainEvent;
}

/** Checks an event against its schema before it is written. Throws on a failure, without naming a value. */
export function checkEvent(event: DomainEvent): void {
  const result = domainEvents[event.type].schema.safeParse(event.data);
  if (result.success) return;
  throw new Error(`${event.type} is malformed at ${result.error.issues[0]?.path.join(".")}`);
}
