import type { SearchRequest, SearchResult } from "../search-index.ts";
import { asPrefixes, correctQuery } from "../text/correct-query.ts";
import { ownWordsIn } from "./own-words.ts";
import { titleOnlyFilterOf, filterOf, wordConditions } from "./query.ts";
import { type Selection, selectionOf } from "./selection.ts";
import { byDate, hitFields, type HitPage, type SearchSession } from "./search-session.ts";
import { findPartialMatches } from "./some-words.ts";

/** How many hits each of several ranking queries may return. Matching entries that none of them returns follow by date. */
const maxRanked = 400;
const maxTitleHits = 1_000;
const allConditions = (...conditions: readonly string[]): string => conditions.join(" AND ");
const idsOf = ({ hits }: HitPage): number[] => hits.map(({ entryId }) => entryId);

/** The result of a search without matches. */
export const emptyResult = ({ terms }: SearchRequest): SearchResult => ({
  terms,
  corrections: [],
  ids: [],
  total: 0,
  hasAllWords: true,
});

/** Searches the live index for one person. */
export async function findIn(session: SearchSession, request: SearchRequest): Promise<SearchResult> {
  const { terms: typedTerms, tagId, journalIds, userId } = request;
  if (journalIds.length === 0 || (typedTerms.length === 0 && tagId === null)) return emptyResult(request);
  const ownWords = ownWordsIn(session.index, userId);
  const correctedQuery = await correctQuery(typedTerms, ownWords);
  const hits = await findAll(session, request, await selectionOf(correctedQuery.terms, ownWords));
  if (hits.total > 0) return { ...correctedQuery, ...hits, hasAllWords: true };
  const prefixTerms = asPrefixes(correctedQuery.terms);
  if (prefixTerms !== null) {
    const prefixHits = await findAll(session, request, await selectionOf(prefixTerms, ownWords));
    if (prefixHits.total > 0)
      return { ...correctedQuery, terms: prefixTerms, ...prefixHits, hasAllWords: true };
  }
  // `emptyResult` contains no corrections: the corrected word may come from an entry that a lock hides.
  return (await findPartialMatches(session, request, correctedQuery, ownWords)) ?? emptyResult(request);
}

type FoundEntries = { readonly ids: readonly number[]; readonly total: number };

/** Finds the entries that match a selection. */
async function findAll(
  session: SearchSession,
  request: SearchRequest,
  selection: Selection,
): Promise<FoundEntries> {
  const { limit, offset, order, terms } = request;
  const filter = allConditions(filterOf(request), ...wordConditions(selection, "words"));
  const isSortedByDate = order === "date" || terms.length === 0;
  const wholeEntries =
    isSortedByDate || selection.rankingQueries.length < 2
      ? await fetchPage(
          session,
          filter,
          isSortedByDate ? null : (selection.rankingQueries[0] ?? ""),
          selection.query,
          request,
        )
      : await rankedPage(session, filter, selection, request);
  const titleOnlyFilter = titleOnlyFilterOf(request);
  if (titleOnlyFilter === null || terms.length === 0) return wholeEntries;
  // While the index is behind the log, it may still have text that a lock now hides. This text must not match. So entries with such text
  // match only by their titles, and follow the other matches.
  const [titlePage] = await session.search([
    {
      q: selection.query,
      filter: allConditions(titleOnlyFilter, ...wordConditions(selection, "titleWords")),
      matchingStrategy: "all",
      attributesToSearchOn: ["title"],
      attributesToRetrieve: hitFields,
      page: 1,
      hitsPerPage: maxTitleHits,
    },
  ]);
  const skippedTitles = Math.max(0, offset - wholeEntries.total);
  const titleIds = titlePage
    ? idsOf(titlePage).slice(skippedTitles, skippedTitles + limit - wholeEntries.ids.length)
    : [];
  return { ids: [...wholeEntries.ids, ...titleIds], total: wholeEntries.total + (titlePage?.totalHits ?? 0) };
}

/** One page in the engine's own order, or by date when there is no query to rank by. */
async function fetchPage(
  session: SearchSession,
  filter: string,
  rankingQuery: string | null,
  query: string,
  { limit, offset }: SearchRequest,
): Promise<FoundEntries> {
  const [page] = await session.search([
    {
      q: rankingQuery ?? query,
      filter,
      matchingStrategy: "all",
      sort: rankingQuery === null ? byDate : [],
      attributesToRetrieve: hitFields,
      page: Math.floor(offset / limit) + 1,
      hitsPerPage: limit,
    },
  ]);
  return { ids: page ? idsOf(page) : [], total: page?.totalHits ?? 0 };
}

/**
 * One page of matching entries. Entries that a ranking query returns come first, in the order of the ranking queries: the first query has
 * the words that are nearest to the typed ones. All other matching entries follow by date.
 */
async function rankedPage(
  session: SearchSession,
  filter: string,
  { query, rankingQueries }: Selection,
  { limit, offset }: SearchRequest,
): Promise<FoundEntries> {
  const commonOptions = { filter, matchingStrategy: "all" as const, attributesToRetrieve: hitFields };
  const [countPage, ...rankedPages] = await session.search([
    { ...commonOptions, q: query, page: 1, hitsPerPage: 0 },
    ...rankingQueries.map((q) => ({ ...commonOptions, q, limit: maxRanked })),
  ]);
  const rankedIds = [...new Set(rankedPages.flatMap(idsOf))];
  const ids = rankedIds.slice(offset, offset + limit);
  const total = countPage?.totalHits ?? 0;
  if (ids.length === limit || total <= rankedIds.length) return { ids, total };
  const [otherPage] = await session.search([
    {
      ...commonOptions,
      q: query,
      filter: allConditions(filter, `NOT entryId IN [${rankedIds.join(", ")}]`),
      sort: byDate,
      offset: Math.max(0, offset - rankedIds.length),
      limit: limit - ids.length,
    },
  ]);
  return { ids: [...ids, ...(otherPage ? idsOf(otherPage) : [])], total };
}
