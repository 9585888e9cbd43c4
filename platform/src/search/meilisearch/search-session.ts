import type { Index, MultiSearchQuery } from "meilisearch";
import type { MeiliDocument } from "./documents.ts";

/** The index, and a function that sends several searches in one request. */
export type SearchSession = {
  readonly index: Index<MeiliDocument>;
  search(queries: readonly Omit<MultiSearchQuery, "indexUid">[]): Promise<HitPage[]>;
};
/** The hits of one search; `totalHits` only for a query with `hitsPerPage`. */
export type HitPage = {
  readonly hits: readonly Pick<MeiliDocument, "entryId" | "created">[];
  readonly totalHits?: number;
};

/** The fields of a hit that the search reads. */
export const hitFields = ["entryId", "created"];
/** The sort order of hits: newest entry first. */
export const byDate = ["created:desc", "entryId:desc"];
