import type { EventOf } from "../kernel/define-events.ts";
import { sampleIds, sampleSealed, sampleTime } from "../kernel/sample-values.ts";
import { initialComposeSettings } from "../journal/appearance.ts";
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

/** A sample event of each type. Together they are not one possible history: some times are out of order. */
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
  PhotoAdded: {
    type: "PhotoAdded",
    data: {
      entryId,
      photoId: sampleIds.photo,
      meta: sampleSealed<"photo.meta">("photo-meta"),
      size: 2_400_000,
      sourceTag: "source-tag",
      at: sampleTime(25),
    },
  },
  PhotoRemoved: {
    type: "PhotoRemoved",
    data: { entryId, photoId: sampleIds.photo, at: sampleTime(25) },
  },
  EntryTagged: { type: "EntryTagged", data: { entryId, tagId: sampleIds.tag, at: sampleTime(25) } },
  EntryUntagged: { type: "EntryUntagged", data: { entryId, tagId: sampleIds.tag, at: sampleTime(25) } },
  EntryPublished: {
    type: "EntryPublished",
    data: { entryId, linkId: sampleIds.link, slugHash: "slug-hash", at: sampleTime(25) },
  },
  EntryUnpublished: { type: "EntryUnpublished", data: { entryId, at: sampleTime(25) } },
  EntryMoved: {
    type: "EntryMoved",
    data: { entryId, journalId: sampleIds.journal + 1, fromJournalId: sampleIds.journal, at: sampleTime(25) },
  },
  EntryThemed: { type: "EntryThemed", data: { entryId, padThemeId: 4, pageThemeId: 2, at: sampleTime(25) } },
  EntryPrompted: { type: "EntryPrompted", data: { entryId, promptId: 7, at: sampleTime(25) } },
  EntryTrashed: { type: "EntryTrashed", data: { entryId, at: sampleTime(26) } },
  EntryRestored: {
    type: "EntryRestored",
    data: { entryId, journalId: sampleIds.journal, at: sampleTime(27) },
  },
  EntryLocked: {
    type: "EntryLocked",
    data: { entryId, hint: sampleSealed("entry-hint"), remember: false, auto: false, at: sampleTime(29) },
  },
  EntryLockRemoved: { type: "EntryLockRemoved", data: { entryId, by: "link", at: sampleTime(30) } },
  EntryMadeReadOnly: {
    type: "EntryMadeReadOnly",
    data: { entryId, settings: { ...initialComposeSettings, font: "Optima" }, at: sampleTime(31) },
  },
  EntryMadeWritable: { type: "EntryMadeWritable", data: { entryId, at: sampleTime(32) } },
  EntryExcludedFromLookingGlass: {
    type: "EntryExcludedFromLookingGlass",
    data: { entryId, at: sampleTime(33) },
  },
  EntryErased: { type: "EntryErased", data: { entryId, at: sampleTime(28) } },
};
