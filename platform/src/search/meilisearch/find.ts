import type { SearchRequest, SearchResult } from "../search-index.ts";
import { asBeginnings, correctQuery } from "../text/correct-query.ts";
import { ownWordsIn } from "./own-words.ts";
import { closedFilterOf, filterOf, wordsFilter } from "./query.ts";
import { type Selection, selectionOf } from "./selection.ts";
import { byDate, hitFields, type Page, type SearchSession } from "./search-session.ts";
import { findSome } from "./some-words.ts";

/** Of very many hits, the first ones are ranked; the others follow by date. */
const mostRanked = 400;
const mostClosed = 1_000;
const and = (...conditions: readonly string[]): string => conditions.join(" AND ");
const idsOf = ({ hits }: Page): number[] => hits.map(({ entryId }) => entryId);

/** The answer of an index without matches. */
export const foundNothing = ({ terms }: SearchRequest): SearchResult => ({
  terms,
  corrections: [],
  ids: [],
  total: 0,
  hasAllWords: true,
});

/** Searches the live index for one person. */
export async function findIn(searched: SearchSession, request: SearchRequest): Promise<SearchResult> {
  const { terms: typed, tagId, journalIds, userId } = request;
  if (journalIds.length === 0 || (typed.length === 0 && tagId === null)) return foundNothing(request);
  const ownWords = ownWordsIn(searched.index, userId);
  const corrected = await correctQuery(typed, ownWords);
  const found = await findAll(searched, request, await selectionOf(corrected.terms, ownWords));
  if (found.total > 0) return { ...corrected, ...found, hasAllWords: true };
  const prefixTerms = asBeginnings(corrected.terms);
  if (prefixTerms !== null) {
    const more = await findAll(searched, request, await selectionOf(prefixTerms, ownWords));
    if (more.total > 0) return { ...corrected, terms: prefixTerms, ...more, hasAllWords: true };
  }
  // Without a visible match, the correction is not shown: a lock may hide the entry with that word.
  return (await findSome(searched, request, corrected, ownWords)) ?? foundNothing(request);
}

type Found = { readonly ids: readonly number[]; readonly total: number };

/** Finds the entries that match a selection. */
async function findAll(
  searched: SearchSession,
  request: SearchRequest,
  selection: Selection,
): Promise<Found> {
  const { limit, offset, order, terms } = request;
  const filter = and(filterOf(request), ...wordsFilter(selection, "words"));
  const sorted = order === "date" || terms.length === 0;
  const open =
    sorted || selection.rankedBy.length < 2
      ? await pageOf(
          searched,
          filter,
          sorted ? null : (selection.rankedBy[0] ?? ""),
          selection.query,
          request,
        )
      : await rankedPage(searched, filter, selection, request);
  const closed = closedFilterOf(request);
  if (closed === null || terms.length === 0) return open;
  // Text behind a lock that the index still has must not match: such entries are found by title alone, after the
  // others.
  const [titled] = await searched.search([
    {
      q: selection.query,
      filter: and(closed, ...wordsFilter(selection, "titleWords")),
      matchingStrategy: "all",
      attributesToSearchOn: ["title"],
      attributesToRetrieve: hitFields,
      page: 1,
      hitsPerPage: mostClosed,
    },
  ]);
  const skipped = Math.max(0, offset - open.total);
  const more = titled ? idsOf(titled).slice(skipped, skipped + limit - open.ids.length) : [];
  return { ids: [...open.ids, ...more], total: open.total + (titled?.totalHits ?? 0) };
}

/** One page in the engine's own order, or by date when there is no query to rank by. */
async function pageOf(
  searched: SearchSession,
  filter: string,
  rankedBy: string | null,
  query: string,
  { limit, offset }: SearchRequest,
): Promise<Found> {
  const [page] = await searched.search([
    {
      q: rankedBy ?? query,
      filter,
      matchingStrategy: "all",
      sort: rankedBy === null ? byDate : [],
      attributesToRetrieve: hitFields,
      page: Math.floor(offset / limit) + 1,
      hitsPerPage: limit,
    },
  ]);
  return { ids: page ? idsOf(page) : [], total: page?.totalHits ?? 0 };
}

/** One page of entries that have forms of the words: as typed first, then with other forms, then by date. */
async function rankedPage(
  searched: SearchSession,
  filter: string,
  { query, rankedBy }: Selection,
  { limit, offset }: SearchRequest,
): Promise<Found> {
  const commonOptions = { filter, matchingStrategy: "all" as const, attributesToRetrieve: hitFields };
  const [all, ...lists] = await searched.search([
    { ...commonOptions, q: query, page: 1, hitsPerPage: 0 },
    ...rankedBy.map((q) => ({ ...commonOptions, q, limit: mostRanked })),
  ]);
  const first = [...new Set(lists.flatMap(idsOf))];
  const ids = first.slice(offset, offset + limit);
  const total = all?.totalHits ?? 0;
  if (ids.length === limit || total <= first.length) return { ids, total };
  const [rest] = await searched.search([
    {
      ...commonOptions,
      q: query,
      filter: and(filter, `NOT entryId IN [${first.join(", ")}]`),
      sort: byDate,
      offset: Math.max(0, offset - first.length),
      limit: limit - ids.length,
    },
  ]);
  return { ids: [...ids, ...(rest ? idsOf(rest) : [])], total };
}
