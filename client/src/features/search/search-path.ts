import { bounds, paging } from "@daybook/domain/contract/bounds";
import type { FoundEntry, SearchField, SearchOrder } from "@daybook/domain/contract/search";
import { sameSitePath, unlockPath } from "../../shared/site-paths.ts";

/** What to search, in display order. */
export const fields: readonly SearchField[] = ["everything", "tags", "entries"];
/** The sort orders, in display order. */
export const orders: readonly SearchOrder[] = ["relevance", "date"];

/** The parameters of a search. */
export type SearchKey = {
  readonly query: string;
  /** the name of a tag; null for any */
  readonly tag: string | null;
  /** the id of a journal; null for all */
  readonly journal: string | null;
  readonly field: SearchField;
  readonly order: SearchOrder;
  readonly page: number;
};

/** The defaults of the search page. */
export const blankSearch: SearchKey = {
  query: "",
  tag: null,
  journal: null,
  field: "everything",
  order: "relevance",
  page: 1,
};

/** Where the user came from, for the Back button. It is passed along between searches. */
export type SearchState = { readonly origin?: string } | null;

/** The query with which an entry was opened: its matches are highlighted. */
export type MatchState = { readonly match?: string } | null;

/**
 * Parses the search parameters of a URL. Invalid values are ignored.
 *
 * @param canFilter false for free accounts, which cannot choose a journal or a field
 */
export function readSearchQuery(params: URLSearchParams, canFilter: boolean): SearchKey {
  const pageText = params.get("page") ?? "";
  const journal = params.get("journal") ?? "";
  const tag = (params.get("tag") ?? "").trim();
  return {
    query: (params.get("query") ?? "").trim().slice(0, bounds.searchQuery),
    tag: tag === "" ? null : tag.slice(0, bounds.tagName),
    journal: canFilter && /^[1-9]\d{0,15}$/.test(journal) ? journal : null,
    field: (canFilter && fields.find((candidate) => candidate === params.get("field"))) || "everything",
    order: orders.find((candidate) => candidate === params.get("order")) ?? "relevance",
    page: /^[1-9]\d{0,8}$/.test(pageText) ? Math.min(Number(pageText), paging.searchPages) : 1,
  };
}

/** The URL of a search, without default values. */
export function searchPath(searchKey: Partial<SearchKey>): string {
  const { query, tag, journal, field, order, page } = { ...blankSearch, ...searchKey };
  const params = new URLSearchParams({
    ...(query && { query }),
    ...(tag !== null && { tag }),
    ...(journal !== null && { journal }),
    ...(field !== "everything" && { field }),
    ...(order !== "relevance" && { order }),
    ...(page > 1 && { page: String(page) }),
  });
  return params.size > 0 ? `/search?${params}` : "/search";
}

/** The number of result pages, limited to those that the server returns. */
export const pageCountOf = (entries: number): number =>
  Math.min(Math.ceil(entries / paging.searchPerPage), paging.searchPages);

/** Whether there is something to search for. */
export const hasSearchTerms = ({ query, tag }: SearchKey): boolean => query !== "" || tag !== null;

/** The page that the user came from; null when they started with the search. */
export function originOf(state: unknown): string | null {
  const { origin } = (state ?? {}) as { origin?: unknown };
  return typeof origin === "string" ? sameSitePath(origin) : null;
}

/** The loaded journals, with their lock state. */
export type LoadedJournals = { find(journalId: number): { readonly is_unlocked: boolean } | undefined };

/**
 * The path of a result: the entry, or the unlock page if its journal is known to be locked. Entries redirect to
 * their unlock page too, but that would lose the query to highlight.
 */
export function resultPath(
  { id, journal }: Pick<FoundEntry, "id" | "journal">,
  journals: LoadedJournals,
): string {
  const path = `/journals/${journal.id}/${id}`;
  const isLocked = journal.is_locked && journals.find(journal.id)?.is_unlocked === false;
  return isLocked ? unlockPath(journal.id, path, id) : path;
}
