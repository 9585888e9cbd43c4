import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const tagId = Id;
/** `ordinal` counts a tag's names. When renames arrive out of order, the highest ordinal wins. */
const nameFields = { tagId, name: sealed("tag.name"), ordinal: z.number(), at };

/** The events of a tag. The vault keeps names unique per person, by their keyed hashes. */
export const tagEvents = {
  TagCreated: event({ ...nameFields, accountId: Id, createdAt: z.string() }),
  TagRenamed: event(nameFields),
  /** The tag was renamed to the name of another tag. The other tag takes over its entries, and the renamed tag ends. */
  TagMerged: event({ tagId, intoTagId: Id, at }),
  TagErased: event({ tagId, at }),
};

/** See {@link tagEvents}. */
export type TagEvent = EventOf<typeof tagEvents>;
