import { membershipEvents } from "@daybook/domain/membership/events";
import { accountEvents } from "@daybook/domain/account/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import type { EntryContent } from "@daybook/domain/entry/events";
import { readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignoreEvent,
  ignoreEvents,
  type StreamRevision,
  type Views,
} from "../core/define-projection.ts";

type Tables = Views<(typeof readModels)["entry-versions"]["tables"]>;

function addVersion(
  { entryVersions }: Tables,
  data: EntryContent & { entryId: number; at: string },
  source: StreamRevision,
) {
  entryVersions.put({
    id: data.versionId,
    entryId: data.entryId,
    ordinal: source.revision,
    createdAt: data.at,
    title: data.title,
    body: data.body,
    excerpt: data.excerpt,
    wordCount: data.wordCount,
    wordsAdded: data.wordsAdded,
    wordsRemoved: data.wordsRemoved,
  });
}

/** All saved texts of entries, until the entry is erased. */
export const entryVersions = defineProjection(readModels["entry-versions"], {
  keys: () => ({}),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(tagEvents),
    ...ignoreEvents(journalEvents),
    ...ignoreEvents(accountEvents),
    EntryCreated: addVersion,
    EntryRevised: addVersion,
    EntryVersionRestored: addVersion,
    EntryErased: ({ entryVersions }, { entryId }) => entryVersions.deleteGroup(entryId),
    EntryRedated: ignoreEvent,
    EntryStarred: ignoreEvent,
    EntryUnstarred: ignoreEvent,
    EntryMoved: ignoreEvent,
    EntryThemed: ignoreEvent,
    EntryPrompted: ignoreEvent,
    EntryTrashed: ignoreEvent,
    EntryRestored: ignoreEvent,
    PhotoAdded: ignoreEvent,
    PhotoRemoved: ignoreEvent,
    EntryTagged: ignoreEvent,
    EntryUntagged: ignoreEvent,
    EntryPublished: ignoreEvent,
    EntryUnpublished: ignoreEvent,
    EntryLocked: ignoreEvent,
    EntryLockRemoved: ignoreEvent,
    EntryMadeReadOnly: ignoreEvent,
    EntryMadeWritable: ignoreEvent,
    EntryExcludedFromLookingGlass: ignoreEvent,
  },
});
