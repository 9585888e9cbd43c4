import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { IdText, InstantInput, nameOf } from "./values.ts";

/** A tag as replies carry it; `total_entries` counts active entries, those of the trash and of trashed journals left out. */
export const Tag = z.object({ id: Id, name: z.string(), total_entries: z.number() });
/** See {@link Tag}. */
export type Tag = z.output<typeof Tag>;

const TagRef = z.object({ tagId: IdText });
const name = nameOf("The tag's name", bounds.tagName);
const entryIds = z.array(Id).max(paging.maxLimit, `At most ${paging.maxLimit} entries at once.`);
const wrapped = z.object({ tag: Tag });
const changes = { entries_added_to: entryIds.optional(), entries_removed_from: entryIds.optional() };
const own = ["not_found", "invalid_id"] as const;
const ofEntries = [...own, "locked", "entry_trashed"] as const;

/** Calls of tags. */
export const tags = {
  listTags: endpoint({
    access: "session",
    /** `journal_id`: tags of that journal's entries, counted there; `entry_id`: the tags of one entry. */
    query: z.object({ journal_id: IdText.optional(), entry_id: IdText.optional() }),
    replies: { 200: z.object({ tags: z.array(wrapped) }) },
    errors: [...own, "locked"],
  }),
  createTag: endpoint({
    access: "session",
    body: z.object({ name, entries_added_to: entryIds.default([]), created: InstantInput.optional() }),
    replies: { 201: wrapped },
    errors: [...ofEntries],
  }),
  getTag: endpoint({ access: "session", params: TagRef, replies: { 200: wrapped }, errors: [...own] }),
  updateTag: endpoint({
    access: "session",
    params: TagRef,
    /** Third-party clients send the lists beside `updated`, which is then a time; ours puts them into it. */
    body: z.object({
      name: name.optional(),
      updated: z.union([z.object(changes), InstantInput, z.boolean()]).optional(),
      ...changes,
    }),
    replies: { 200: wrapped },
    errors: [...ofEntries],
  }),
  deleteTag: endpoint({ access: "session", params: TagRef, replies: { 204: null }, errors: [...own] }),
};
