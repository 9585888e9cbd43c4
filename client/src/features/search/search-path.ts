import { bounds, paging } from "@daybook/domain/contract/bounds";
import type { FoundEntry, SearchField, SearchOrder } from "@daybook/domain/contract/search";
import { ownPath, unlockPath } from "../../shared/own-path.ts";

/** What is searched, in the order in which it is offered. */
export const fields: readonly SearchField[] = ["everything", "tags", "entries"];
/** How the entries found may be ordered, likewise. */
export const orders: readonly SearchOrder[] = ["relevance", "date"];

/** What an address of the search page asks for. */
export type SearchKey = {
  readonly query: string;
  /** the name of a tag; null when any will do */
  readonly tag: string | null;
  /** the id of a journal; null for all of them */
  readonly journal: string | null;
  readonly field: SearchField;
  readonly order: SearchOrder;
  readonly page: number;
};

/** What the search page begins with. */
export const blankSearch: SearchKey = {
  query: "",
  tag: null,
  journal: null,
  field: "everything",
  order: "relevance",
  page: 1,
};

/** Where the way to the search began, so that it leads back. It goes along from search to search. */
export type SearchState = { readonly origin?: string } | null;

/** What was looked for when an entry was opened: on its page that is marked. */
export type SoughtState = { readonly sought?: string } | null;

/**
 * What an address asks for. What it says that nobody offers is left out, as if it were not there.
 *
 * @param mayNarrow paid accounts choose what is searched; others search everything
 */
export function readSearchQuery(params: URLSearchParams, mayNarrow: boolean): SearchKey {
  const pageText = params.get("page") ?? "";
  const journal = params.get("journal") ?? "";
  const tag = (params.get("tag") ?? "").trim();
  return {
    query: (params.get("query") ?? "").trim().slice(0, bounds.searchQuery),
    tag: tag === "" ? null : tag.slice(0, bounds.tagName),
    journal: mayNarrow && /^[1-9]\d{0,15}$/.test(journal) ? journal : null,
    field: (mayNarrow && fields.find((known) => known === params.get("field"))) || "everything",
    order: orders.find((known) => known === params.get("order")) ?? "relevance",
    page: /^[1-9]\d{0,8}$/.test(pageText) ? Math.min(Number(pageText), paging.searchPages) : 1,
  };
}

/** The address of a search; what is the default is left out. */
export function searchPath(asked: Partial<SearchKey>): string {
  const { query, tag, journal, field, order, page } = { ...blankSearch, ...asked };
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

/** How many pages so many entries are; at most those that the server has. */
export const pagesOf = (entries: number): number =>
  Math.min(Math.ceil(entries / paging.searchPerPage), paging.searchPages);

/** True when there is something to look for. */
export const asksAnything = ({ query, tag }: SearchKey): boolean => query !== "" || tag !== null;

/** The page that a search began on; null when it began with the search itself. */
export function originOf(state: unknown): string | null {
  const { origin } = (state ?? {}) as { origin?: unknown };
  return typeof origin === "string" ? ownPath(origin) : null;
}

/** The journals as far as they are known here: which are closed. */
export type KnownJournals = { find(journalId: number): { readonly is_unlocked: boolean } | undefined };

/**
 * Where a hit is opened: the entry; in a journal that is known to be closed its lock first, which leads on to it. What stands in
 * the way is told by the entry too, but a lock that is open would lose what is to be marked.
 */
export function hitPath(
  { id, journal }: Pick<FoundEntry, "id" | "journal">,
  journals: KnownJournals,
): string {
  const path = `/journals/${journal.id}/${id}`;
  const isClosed = journal.is_locked && journals.find(journal.id)?.is_unlocked === false;
  return isClosed ? unlockPath(journal.id, path, id) : path;
}
