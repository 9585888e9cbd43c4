import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { IdText, InstantInput, requiredName } from "./values.ts";

/** A tag in replies. `total_entries` counts active entries in active journals, without those behind closed locks. */
export const Tag = z.object({ id: Id, name: z.string(), total_entries: z.number() });
/** See {@link Tag}. */
export type Tag = z.output<typeof Tag>;

const TagRef = z.object({ tagId: IdText });
const name = requiredName("The tag's name", bounds.tagName);
const entryIds = z.array(Id).max(paging.maxLimit, `At most ${paging.maxLimit} entries at once.`);
const wrappedTag = z.object({ tag: Tag });
const entryLists = { entries_added_to: entryIds.optional(), entries_removed_from: entryIds.optional() };
const tagErrors = ["not_found", "invalid_id"] as const;
const taggingErrors = [...tagErrors, "locked", "entry_trashed"] as const;

/** Calls of tags. */
export const tags = {
  listTags: endpoint({
    access: "session",
    /** `journal_id`: the tags of that journal's entries, with counts in that journal; `entry_id`: the tags of one entry. */
    query: z.object({ journal_id: IdText.optional(), entry_id: IdText.optional() }),
    replies: { 200: z.object({ tags: z.array(wrappedTag) }) },
    errors: [...tagErrors, "locked"],
  }),
  createTag: endpoint({
    access: "session",
    body: z.object({ name, entries_added_to: entryIds.default([]), created: InstantInput.optional() }),
    replies: { 201: wrappedTag },
    errors: [...taggingErrors],
  }),
  getTag: endpoint({
    access: "session",
    params: TagRef,
    replies: { 200: wrappedTag },
    errors: [...tagErrors],
  }),
  updateTag: endpoint({
    access: "session",
    params: TagRef,
    /**
     * Our client sends the entry lists inside `updated`. Third-party clients send them next to `updated`, which is then a time or a flag.
     */
    body: z.object({
      name: name.optional(),
      updated: z.union([z.object(entryLists), InstantInput, z.boolean()]).optional(),
      ...entryLists,
    }),
    replies: { 200: wrappedTag },
    errors: [...taggingErrors],
  }),
  deleteTag: endpoint({ access: "session", params: TagRef, replies: { 204: null }, errors: [...tagErrors] }),
};
