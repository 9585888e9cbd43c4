import type { Index, MultiSearchQuery } from "meilisearch";
import type { MeiliDocument } from "./documents.ts";

/** The index, and several searches in it by one request. */
export type Searched = {
  readonly index: Index<MeiliDocument>;
  search(queries: readonly Omit<MultiSearchQuery, "indexUid">[]): Promise<Page[]>;
};
/** The hits of one search; `totalHits` only where pages were asked for. */
export type Page = {
  readonly hits: readonly Pick<MeiliDocument, "entryId" | "created">[];
  readonly totalHits?: number;
};

/** Fields that are needed of a hit. */
export const hitFields = ["entryId", "created"];
/** Newest first. */
export const byDate = ["created:desc", "entryId:desc"];
