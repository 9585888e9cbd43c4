import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import type { entryEvents } from "./events.ts";

type Samples = {
  [K in keyof typeof entryEvents]: Extract<EventOf<typeof entryEvents>, { type: K }>;
};

const entryId = sampleIds.entry;

const content = (version: number) => ({
  versionId: sampleIds.version + version,
  title: sampleSealed<"entry.title">(`title-${version}`),
  body: sampleSealed<"entry.body">(`body-${version}`),
  excerpt: sampleSealed<"entry.excerpt">(`excerpt-${version}`),
  contentTag: `content-tag-${version}`,
  wordCount: 100 + version,
  wordsAdded: version === 0 ? 100 : 3,
  wordsRemoved: version === 0 ? 0 : 2,
});

/** One canonical event of each type, in an order that could have happened. */
export const entrySamples: Samples = {
  EntryCreated: {
    type: "EntryCreated",
    data: {
      entryId,
      journalId: sampleIds.journal,
      accountId: sampleIds.account,
      promptId: null,
      ...content(0),
      createdAt: "1660-01-11T00:00:00.000Z",
      localDate: "1660-01-11",
      timezone: "Europe/London",
      at: sampleTime(20),
    },
  },
  EntryRevised: { type: "EntryRevised", data: { entryId, ...content(1), at: sampleTime(21) } },
  EntryVersionRestored: {
    type: "EntryVersionRestored",
    data: {
      entryId,
      restoredVersionId: sampleIds.version,
      ...content(2),
      contentTag: "content-tag-0",
      at: sampleTime(22),
    },
  },
  EntryRedated: {
    type: "EntryRedated",
    data: {
      entryId,
      createdAt: "1660-01-12T21:30:00.000Z",
      localDate: "1660-01-12",
      timezone: "Europe/London",
      at: sampleTime(23),
    },
  },
  EntryStarred: { type: "EntryStarred", data: { entryId, at: sampleTime(24) } },
  EntryUnstarred: { type: "EntryUnstarred", data: { entryId, at: sampleTime(25) } },
  EntryTrashed: { type: "EntryTrashed", data: { entryId, at: sampleTime(26) } },
  EntryRestored: {
    type: "EntryRestored",
    data: { entryId, journalId: sampleIds.journal, at: sampleTime(27) },
  },
  EntryErased: { type: "EntryErased", data: { entryId, at: sampleTime(28) } },
};
