import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Tag } from "./tags.ts";
import { IdText, LocalDate, queryInt } from "./values.ts";

/** What to search: entries, tags or both. Free accounts always search both. */
export const searchFields = ["everything", "tags", "entries"] as const;
/** See {@link searchFields}. */
export type SearchField = (typeof searchFields)[number];

/** The order of the results: best match first or newest first. */
export const searchOrders = ["relevance", "date"] as const;
/** See {@link searchOrders}. */
export type SearchOrder = (typeof searchOrders)[number];

/**
 * A search result. `title` and `excerpt` are HTML: matches are in `<mark>`, everything else is escaped.
 *
 * The excerpt is empty when the entry or its journal has a lock, also an open one. `created` is in seconds since 1970;
 * clients show `local_date`.
 */
export const FoundEntry = z.object({
  id: Id,
  title: z.string(),
  excerpt: z.string(),
  created: z.number().int(),
  local_date: LocalDate,
  is_locked: z.boolean(),
  journal: z.object({ id: Id, name: z.string(), is_locked: z.boolean() }),
});
/** See {@link FoundEntry}. */
export type FoundEntry = z.output<typeof FoundEntry>;

/** Search in the reader's own entries and tags (spec section 2.3, Search page). */
export const search = {
  search: endpoint({
    access: "session",
    /** `tag` is a tag's name; only entries with it are found. Without `query` and `tag` nothing is found. */
    query: z.object({
      query: z.string().max(bounds.searchQuery, `At most ${bounds.searchQuery} characters.`).default(""),
      journal: IdText.optional(),
      field: z.enum(searchFields).default("everything"),
      order: z.enum(searchOrders).default("relevance"),
      tag: z.string().max(bounds.tagName, `At most ${bounds.tagName} characters.`).optional(),
      page: queryInt(1, paging.searchPages, 1),
    }),
    replies: {
      200: z.object({
        /** the number of matches on all pages */
        total_entries: z.number(),
        page: z.number(),
        entries: z.array(z.object({ entry: FoundEntry })),
        tags: z.array(z.object({ tag: Tag })),
        /** the query with misspelled words replaced by words from the reader's own entries; `null` when none was replaced */
        corrected_query: z.string().nullable(),
        /** `false` when no entry has all words of the query; then the entries have some of them, the best first */
        has_all_words: z.boolean(),
      }),
    },
    errors: ["not_found", "invalid_id"],
  }),
};
