import { membershipEvents } from "@daybook/domain/membership/events";
import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { readModels } from "@daybook/read-models/tables";
import { defineProjection, ignoreEvents, MissingRow } from "../core/define-projection.ts";

/**
 * Tags, and which entries have them. `TagMerged` and `TagErased` delete only the row of the tag. The rows in `entryTags` stay until
 * the application has taken the tag off each entry (`EntryUntagged`), or has erased the entry (`EntryErased`).
 */
export const tags = defineProjection(readModels.tags, {
  keys: ({ type, data }) => (type === "TagRenamed" ? { tags: [{ id: data.tagId }] } : {}),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(accountEvents),
    ...ignoreEvents(journalEvents),
    ...ignoreEvents(entryEvents),
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
