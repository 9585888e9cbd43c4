import { bounds } from "../contract/bounds.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { EntryEvent } from "./events.ts";

type WithTags = { readonly tags: ReadonlySet<number> };

/** Adds a tag to an entry when `tagged` is true, and removes the tag when it is false. */
export type TagEntry = { type: "TagEntry"; data: DataOf<EntryEvent, "EntryTagged">; tagged: boolean };

/** Removes a tag that no longer exists from an entry, and adds its replacement if there is one. Also works on a trashed entry. */
export type ReplaceTag = {
  type: "ReplaceTag";
  data: DataOf<EntryEvent, "EntryUntagged">;
  replacementId: number | null;
};

/** See {@link TagEntry}. */
export function tagEntry({ data, tagged }: TagEntry, { tags }: WithTags): readonly EntryEvent[] | Rejection {
  if (tags.has(data.tagId) === tagged) return [];
  if (!tagged) return [{ type: "EntryUntagged", data }];
  if (tags.size >= bounds.tagsOfEntry) {
    const message = `An entry may have at most ${bounds.tagsOfEntry} tags.`;
    return reject("invalid", message, { entries_added_to: message });
  }
  return [{ type: "EntryTagged", data }];
}

/** See {@link ReplaceTag}. The entry never gets more tags than before, so their number is not checked. */
export function replaceTag({ data, replacementId }: ReplaceTag, { tags }: WithTags): readonly EntryEvent[] {
  if (!tags.has(data.tagId)) return [];
  const entryUntagged: EntryEvent = { type: "EntryUntagged", data };
  if (replacementId === null || tags.has(replacementId)) return [entryUntagged];
  return [entryUntagged, { type: "EntryTagged", data: { ...data, tagId: replacementId } }];
}

/** The state of an entry after a tag was added or removed. */
export function withTag<S extends WithTags>(entry: S, tagId: number, tagged: boolean): S {
  const tags = new Set(entry.tags);
  if (tagged) tags.add(tagId);
  else tags.delete(tagId);
  return { ...entry, tags };
}
