import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { journalEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof journalEvents]: Extract<EventOf<typeof journalEvents>, { type: K }>;
};

const journalId = sampleIds.journal;

/** One canonical event of each type, in an order that could have happened. */
export const journalSamples: Samples = {
  JournalCreated: {
    type: "JournalCreated",
    data: {
      journalId,
      accountId: sampleIds.account,
      name: sampleSealed("name"),
      nameTag: "name-tag-1",
      at: sampleTime(10),
    },
  },
  JournalRenamed: {
    type: "JournalRenamed",
    data: { journalId, name: sampleSealed("new-name"), nameTag: "name-tag-2", at: sampleTime(11) },
  },
  JournalTrashed: { type: "JournalTrashed", data: { journalId, at: sampleTime(12) } },
  JournalRestored: { type: "JournalRestored", data: { journalId, at: sampleTime(13) } },
};
