import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import { readModels } from "@daybook/read-models/tables";
import { defineProjection, ignoredAll } from "../core/define-projection.ts";

/** Public links of entries. */
export const publicLinks = defineProjection(readModels["public-links"], {
  keys: () => ({}),
  handlers: {
    ...ignoredAll(accountEvents),
    ...ignoredAll(journalEvents),
    ...ignoredAll(entryEvents),
    ...ignoredAll(tagEvents),
    EntryPublished: ({ publicLinks }, { entryId, linkId, slugHash }) => {
      publicLinks.put({ entryId, linkId, slugHash });
    },
    EntryUnpublished: ({ publicLinks }, { entryId }) => publicLinks.delete({ entryId }),
    EntryErased: ({ publicLinks }, { entryId }) => publicLinks.delete({ entryId }),
  },
});
