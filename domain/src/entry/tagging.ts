import { bounds } from "../contract/bounds.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { EntryEvent } from "./events.ts";

type Tagged = { readonly tags: ReadonlySet<number> };

/** Puts a tag on an entry or takes it off. */
export type TagEntry = { type: "TagEntry"; data: DataOf<EntryEvent, "EntryTagged">; tagged: boolean };

/** What becomes of an entry's tag that is no more: another takes its place, or nothing. Also done in the trash. */
export type ReplaceTag = {
  type: "ReplaceTag";
  data: DataOf<EntryEvent, "EntryUntagged">;
  by: number | null;
};

/** See {@link TagEntry}. */
export function tagEntry({ data, tagged }: TagEntry, { tags }: Tagged): readonly EntryEvent[] | Rejection {
  if (tags.has(data.tagId) === tagged) return [];
  if (!tagged) return [{ type: "EntryUntagged", data }];
  if (tags.size >= bounds.tagsOfEntry) {
    const sentence = `An entry may have at most ${bounds.tagsOfEntry} tags.`;
    return reject("invalid", sentence, { entries_added_to: sentence });
  }
  return [{ type: "EntryTagged", data }];
}

/** See {@link ReplaceTag}; the number of tags never grows, so no bound is in the way. */
export function replaceTag({ data, by }: ReplaceTag, { tags }: Tagged): readonly EntryEvent[] {
  if (!tags.has(data.tagId)) return [];
  const off: EntryEvent = { type: "EntryUntagged", data };
  return by === null || tags.has(by) ? [off] : [off, { type: "EntryTagged", data: { ...data, tagId: by } }];
}

/** Evolves the set of an entry's tags. */
export function withTag<S extends Tagged>(entry: S, tagId: number, tagged: boolean): S {
  const tags = new Set(entry.tags);
  if (tagged) tags.add(tagId);
  else tags.delete(tagId);
  return { ...entry, tags };
}
