import { membershipEvents } from "@daybook/domain/membership/events";
import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import { readModels } from "@daybook/read-models/tables";
import { defineProjection, ignoreEvents } from "../core/define-projection.ts";

/** Public links of entries. */
export const publicLinks = defineProjection(readModels["public-links"], {
  keys: () => ({}),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(accountEvents),
    ...ignoreEvents(journalEvents),
    ...ignoreEvents(entryEvents),
    ...ignoreEvents(tagEvents),
    EntryPublished: ({ publicLinks }, { entryId, linkId, slugHash }) => {
      publicLinks.put({ entryId, linkId, slugHash });
    },
    EntryUnpublished: ({ publicLinks }, { entryId }) => publicLinks.delete({ entryId }),
    EntryErased: ({ publicLinks }, { entryId }) => publicLinks.delete({ entryId }),
  },
});
