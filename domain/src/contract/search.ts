import { z } from "zod";
import { Id } from "../kernel/ids.ts";
import { bounds, paging } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Tag } from "./tags.ts";
import { IdText, LocalDate, queryInt } from "./values.ts";

/** What is searched: entries and tags, or one of them. Free accounts always search everything. */
export const searchFields = ["everything", "tags", "entries"] as const;
/** See {@link searchFields}. */
export type SearchField = (typeof searchFields)[number];

/** How the entries found are ordered: the best first, or the newest. */
export const searchOrders = ["relevance", "date"] as const;
/** See {@link searchOrders}. */
export type SearchOrder = (typeof searchOrders)[number];

/**
 * An entry that was found. `title` and `excerpt` are HTML: what matched stands in `<mark>`, everything else is escaped. The title is
 * empty when the entry has none, the excerpt when a lock withholds it, which is its own (`is_locked`) or its journal's. `created` is the instant of the entry in seconds since 1970;
 * the day that it is shown by is its `local_date`.
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

/** Search over the reader's own entries and tags (spec section 2.3, Search page). */
export const search = {
  search: endpoint({
    access: "session",
    /** `tag`, the name of a tag, narrows to entries that carry it, and needs no `query`. Without either nothing is found. */
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
        /** all that match, over every page */
        total_entries: z.number(),
        page: z.number(),
        entries: z.array(z.object({ entry: FoundEntry })),
        tags: z.array(z.object({ tag: Tag })),
        /** the query with its misspelled words put right from the reader's own words; null when nothing had to be */
        corrected_query: z.string().nullable(),
      }),
    },
    errors: ["not_found", "invalid_id", "unavailable"],
  }),
};
