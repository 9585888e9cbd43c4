import { accountEvents } from "@daybook/domain/account/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import type { EntryContent } from "@daybook/domain/entry/events";
import { readModels } from "@daybook/read-models/tables";
import {
  defineProjection,
  ignored,
  ignoredAll,
  type StreamRevision,
  type Views,
} from "../core/define-projection.ts";

type Tables = Views<(typeof readModels)["entry-versions"]["tables"]>;

function save(
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
    ...ignoredAll(tagEvents),
    ...ignoredAll(journalEvents),
    ...ignoredAll(accountEvents),
    EntryCreated: save,
    EntryRevised: save,
    EntryVersionRestored: save,
    EntryErased: ({ entryVersions }, { entryId }) => entryVersions.deleteGroup(entryId),
    EntryRedated: ignored,
    EntryStarred: ignored,
    EntryUnstarred: ignored,
    EntryMoved: ignored,
    EntryThemed: ignored,
    EntryPrompted: ignored,
    EntryTrashed: ignored,
    EntryRestored: ignored,
    PhotoAdded: ignored,
    PhotoRemoved: ignored,
    EntryTagged: ignored,
    EntryUntagged: ignored,
    EntryPublished: ignored,
    EntryUnpublished: ignored,
    EntryLocked: ignored,
    EntryLockRemoved: ignored,
    EntryMadeReadOnly: ignored,
    EntryMadeWritable: ignored,
    EntryExcludedFromLookingGlass: ignored,
  },
});
