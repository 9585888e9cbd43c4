import { accountEvents } from "./account/events.ts";
import { entryEvents } from "./entry/events.ts";
import { journalEvents } from "./journal/events.ts";
import type { EventOf, EventTypes } from "./kernel/define-events.ts";
import { membershipEvents } from "./membership/events.ts";
import { tagEvents } from "./tag/events.ts";

/** Every event type of Daybook, by its name. Events of different kinds of streams never have the same name. */
export const domainEvents = {
  ...accountEvents,
  ...journalEvents,
  ...entryEvents,
  ...tagEvents,
  ...membershipEvents,
} satisfies EventTypes;

/** Any event of Daybook, in its current version. */
export type DomainEvent = EventOf<typeof domainEvents>;
/** The name of an event type. */
export type DomainEventType = DomainEvent["type"];
