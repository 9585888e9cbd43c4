import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { readModels } from "@daybook/read-models/tables";
import { defineProjection, ignoredAll, MissingRow } from "../core/define-projection.ts";

/** A person's tags, and which entries have them. What is left of a tag that is gone is taken off by a process. */
export const tags = defineProjection(readModels.tags, {
  keys: ({ type, data }) => (type === "TagRenamed" ? { tags: [{ id: data.tagId }] } : {}),
  handlers: {
    ...ignoredAll(accountEvents),
    ...ignoredAll(journalEvents),
    ...ignoredAll(entryEvents),
    TagCreated: ({ tags }, { tagId, accountId, name, createdAt }) => {
      tags.put({ id: tagId, userId: accountId, name, createdAt });
    },
    TagRenamed: ({ tags }, { tagId, name }) => {
      const row = tags.get({ id: tagId });
      if (!row) throw new MissingRow("tags");
      tags.put({ ...row, name });
    },
    TagMerged: ({ tags }, { tagId }) => tags.delete({ id: tagId }),
    TagErased: ({ tags }, { tagId }) => tags.delete({ id: tagId }),
    EntryTagged: ({ entryTags }, { entryId, tagId }) => entryTags.put({ entryId, tagId }),
    EntryUntagged: ({ entryTags }, { entryId, tagId }) => entryTags.delete({ entryId, tagId }),
    EntryErased: ({ entryTags }, { entryId }) => entryTags.deleteGroup(entryId),
  },
});
