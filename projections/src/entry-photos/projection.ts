import { membershipEvents } from "@daybook/domain/membership/events";
import { accountEvents } from "@daybook/domain/account/events";
import { entryEvents } from "@daybook/domain/entry/events";
import { journalEvents } from "@daybook/domain/journal/events";
import { tagEvents } from "@daybook/domain/tag/events";
import { readModels } from "@daybook/read-models/tables";
import { defineProjection, ignoreEvents } from "../core/define-projection.ts";

/** The photos of entries. */
export const entryPhotos = defineProjection(readModels["entry-photos"], {
  // The handlers need no row of the tables.
  keys: () => ({}),
  handlers: {
    ...ignoreEvents(membershipEvents),
    ...ignoreEvents(journalEvents),
    ...ignoreEvents(accountEvents),
    ...ignoreEvents(tagEvents),
    ...ignoreEvents(entryEvents),
    PhotoAdded: ({ photos }, { entryId, photoId, meta, size, at }) => {
      photos.put({ entryId, id: photoId, addedAt: at, size, meta });
    },
    PhotoRemoved: ({ photos }, { entryId, photoId }) => photos.delete({ entryId, id: photoId }),
    EntryErased: ({ photos }, { entryId }) => photos.deleteGroup(entryId),
  },
});
