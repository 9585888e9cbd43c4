import type { MultiSearchQuery } from "meilisearch";
import type { SearchRequest, SearchResult } from "../search-index.ts";
import type { CorrectedQuery } from "../text/correct-query.ts";
import type { SearchTerm } from "../text/parse-query.ts";
import { bestPartialHits, allowsPartialMatch, selectiveTerms, weighTerms } from "../text/some-words.ts";
import type { OwnWordsInEngine } from "./own-words.ts";
import { titleOnlyFilterOf, filterOf, wordConditions } from "./query.ts";
import { byDate, hitFields, type SearchSession } from "./search-session.ts";
import { selectionOf } from "./selection.ts";

/** At most this many entries are considered. */
const maxCandidates = 1_000;

/** Finds entries that have some of the words. Used when no entry has all of them. `null` when there are no entries to show. */
export async function findPartialMatches(
  session: SearchSession,
  request: SearchRequest,
  { terms, corrections }: CorrectedQuery,
  ownWords: OwnWordsInEngine,
): Promise<SearchResult | null> {
  if (!allowsPartialMatch(terms)) return null;
  const weightedTerms = weighTerms(terms, await ownWords.count(terms));
  if (weightedTerms === null) return null;
  const titleOnlyFilter = titleOnlyFilterOf(request);

  /** The searches for one term: in whole entries, and only in the titles of entries behind a lock. */
  async function searchesFor(
    term: SearchTerm,
    condition: string,
  ): Promise<Omit<MultiSearchQuery, "indexUid">[]> {
    const selection = await selectionOf([term], ownWords);
    const commonOptions = {
      q: selection.query,
      matchingStrategy: "all" as const,
      attributesToRetrieve: hitFields,
      sort: byDate,
      limit: maxCandidates,
    };
    const filterIn = (scope: string, attribute: "words" | "titleWords"): string =>
      [scope, ...wordConditions(selection, attribute), ...(condition === "" ? [] : [condition])].join(
        " AND ",
      );
    const wholeSearch = { ...commonOptions, filter: filterIn(filterOf(request), "words") };
    if (titleOnlyFilter === null) return [wholeSearch];
    return [
      wholeSearch,
      { ...commonOptions, filter: filterIn(titleOnlyFilter, "titleWords"), attributesToSearchOn: ["title"] },
    ];
  }

  const selectiveSearches = await Promise.all(
    selectiveTerms(weightedTerms).map(({ term }) => searchesFor(term, "")),
  );
  const createdByEntryId = new Map<number, number>();
  for (const { hits } of await session.search(selectiveSearches.flat())) {
    for (const { entryId, created } of hits)
      if (createdByEntryId.size < maxCandidates) createdByEntryId.set(entryId, created);
  }
  if (createdByEntryId.size === 0) return null;
  const candidateCondition = `entryId IN [${[...createdByEntryId.keys()].join(", ")}]`;
  const searches = await Promise.all(terms.map((term) => searchesFor(term, candidateCondition)));
  const pages = await session.search(searches.flat());
  const searchesPerTerm = searches[0]?.length ?? 1;
  const entryIdsByTerm = terms.map(
    (_, index) =>
      new Set(
        pages
          .slice(index * searchesPerTerm, (index + 1) * searchesPerTerm)
          .flatMap(({ hits }) => hits.map(({ entryId }) => entryId)),
      ),
  );
  const hits = [...createdByEntryId].map(([id, created]) => ({
    id,
    created,
    matched: entryIdsByTerm.map((ids) => ids.has(id)),
  }));
  const bestMatches = bestPartialHits(weightedTerms, hits, corrections);
  if (bestMatches.hits.length === 0) return null;
  const { order, offset, limit } = request;
  const sortedHits =
    order === "date"
      ? bestMatches.hits.toSorted((a, b) => b.created - a.created || b.id - a.id)
      : bestMatches.hits;
  const ids = sortedHits.slice(offset, offset + limit).map(({ id }) => id);
  return {
    terms,
    corrections: bestMatches.corrections,
    ids,
    total: bestMatches.hits.length,
    hasAllWords: false,
  };
}
