import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";

const at = z.string();
const tagId = Id;
/** `ordinal` counts the names that a tag has had, so that names which arrive in the wrong order leave the newest. */
const named = { tagId, name: sealed("tag.name"), ordinal: z.number(), at };

/** What happens to a tag. That no two tags of a person have one name is kept by the vault, which knows names as keyed hashes. */
export const tagEvents = {
  TagCreated: event({ ...named, accountId: Id, createdAt: z.string() }),
  TagRenamed: event(named),
  /** It was given the name of another tag, which takes over its entries; the end of this one. */
  TagMerged: event({ tagId, intoTagId: Id, at }),
  TagErased: event({ tagId, at }),
};

/** See {@link tagEvents}. */
export type TagEvent = EventOf<typeof tagEvents>;
