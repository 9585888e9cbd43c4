import { accountSamples } from "./account/samples.ts";
import { entrySamples } from "./entry/samples.ts";
import type { DomainEvent, DomainEventType } from "./events.ts";
import { journalSamples } from "./journal/samples.ts";
import { membershipSamples } from "./membership/samples.ts";
import { tagSamples } from "./tag/samples.ts";

/** A sample event of every type. */
export const domainSamples = {
  ...accountSamples,
  ...journalSamples,
  ...entrySamples,
  ...tagSamples,
  ...membershipSamples,
} satisfies {
  [K in DomainEventType]: Extract<DomainEvent, { type: K }>;
};
