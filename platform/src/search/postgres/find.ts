import type pg from "pg";
import { asPrefixes, correctQuery } from "../text/correct-query.ts";
import type { Slot } from "./migrations.ts";
import { findPartialMatches } from "./some-words.ts";
import { statementsOf, type BindValue, type WriteSql } from "./statements.ts";
import type { OwnWordsInPostgres } from "./words.ts";
import type { SearchRequest, SearchResult } from "../search-index.ts";

/**
 * The first query, the survey, counts all hits and returns the newest: those among this many newest entries, or for a phrase
 * this many hits. Often that is enough.
 */
const surveyedCount = 2_000;
/** When the survey did not return all hits, up to this many are fetched and sorted here. If there are more, only those that are shown or ranked are fetched. */
const maxFetched = 1_000;
/** How many hits are sorted by relevance: of few hits, which are all read, or of many. The rest are sorted by date. */
const rankedCounts = { ofFew: 400, ofMany: 200 };

/**
 * The last word of a query may be unfinished, such as the beginning of a name. With more hits than this, that is unlikely. Then only
 * titles with the whole words of the query are preferred.
 */
const maxHitsOfPrefix = 20_000;

type Hit = { readonly id: number; readonly created: number };

const newestFirst = (a: Hit, b: Hit): number => b.created - a.created || b.id - a.id;
const idsOf = (hits: readonly Hit[]): number[] => hits.map(({ id }) => id);

/** Returns a function that runs a statement. Its argument builds the text and binds the values. */
function createQueryRunner(client: pg.PoolClient) {
  return async <R extends object>(write: WriteSql): Promise<R[]> => {
    const values: unknown[] = [];
    const value: BindValue = (input, type) => `$${values.push(input)}::${type}`;
    const text = write(value);
    return (await client.query<R>(text, values)).rows;
  };
}

/** Searches one of the indexes, over a connection that only uses index scans. */
export async function findIn(
  client: pg.PoolClient,
  slot: Slot,
  request: SearchRequest,
  ownWords: OwnWordsInPostgres,
): Promise<SearchResult> {
  const correctedQuery = await correctQuery(request.terms, ownWords);
  const { terms } = correctedQuery;
  const prefixTerms = asPrefixes(terms);
  if (terms.length > 0 || request.tagId !== null) {
    const result = await findAll(client, slot, { ...request, terms });
    if (result.total > 0) return { ...correctedQuery, ...result, hasAllWords: true };
  }
  if (prefixTerms !== null) {
    const prefixResult = await findAll(client, slot, { ...request, terms: prefixTerms });
    if (prefixResult.total > 0)
      return { ...correctedQuery, terms: prefixTerms, ...prefixResult, hasAllWords: true };
  }
  const partialResult = await findPartialMatches(slot, request, correctedQuery, {
    ownWords,
    runQuery: createQueryRunner(client),
  });
  // Without a visible match, the correction is not shown: a lock may hide the entry with that word.
  return partialResult ?? { terms: request.terms, corrections: [], ids: [], total: 0, hasAllWords: true };
}

/** Finds the entries with all terms. */
async function findAll(
  client: pg.PoolClient,
  slot: Slot,
  request: SearchRequest,
): Promise<{ readonly ids: readonly number[]; readonly total: number }> {
  const { order, limit, offset, terms } = request;
  const runQuery = createQueryRunner(client);
  const statements = statementsOf(slot, request);

  const fetchNewest = (
    from: WriteSql,
    maxHits: number,
    skippedHits: number,
    withoutIds: readonly number[],
  ): Promise<Hit[]> =>
    runQuery<Hit>(
      (value) =>
        `SELECT h.id, h.created FROM ${from(value)} WHERE NOT h.id = ANY (${value(withoutIds, "int8[]")})
         ORDER BY h.created DESC, h.id DESC LIMIT ${value(maxHits, "int8")} OFFSET ${value(skippedHits, "int8")}`,
    );

  const survey = await runQuery<{ total: number; newest: [id: number, created: number][] }>((value) =>
    statements.survey(value, surveyedCount),
  );
  const total = survey.reduce((sumOfParts, part) => sumOfParts + part.total, 0);
  const surveyedHits = survey
    .flatMap((part) => part.newest.map(([id, created]) => ({ id, created })))
    .sort(newestFirst);

  /** The newest hits. Reads them only if the survey did not contain enough of them. */
  async function newestHits(
    maxHits: number,
    skippedHits: number,
    withoutIds: readonly number[] = [],
  ): Promise<readonly Hit[]> {
    const knownHits = surveyedHits
      .filter(({ id }) => !withoutIds.includes(id))
      .slice(skippedHits, skippedHits + maxHits);
    return knownHits.length === maxHits
      ? knownHits
      : fetchNewest(statements.hits, maxHits, skippedHits, withoutIds);
  }

  async function rankHits(hits: readonly Hit[]): Promise<Hit[]> {
    const scoredHits = await runQuery<Hit & { score: number }>((value) =>
      statements.rank(value, idsOf(hits)),
    );
    return scoredHits.sort((a, b) => b.score - a.score || newestFirst(a, b));
  }

  const isByDate = order === "date" || terms.length === 0;

  /** A page of hits that are all read. They are sorted here. */
  async function pageOfFew(allHits: readonly Hit[]): Promise<number[]> {
    if (isByDate) return idsOf(allHits.slice(offset, offset + limit));
    const titleHits =
      allHits.length > rankedCounts.ofFew
        ? new Set(idsOf(await fetchNewest(statements.titleHits, rankedCounts.ofFew, 0, [])))
        : null;
    const titleHitsFirst = titleHits
      ? allHits.toSorted((a, b) => Number(titleHits.has(b.id)) - Number(titleHits.has(a.id)))
      : allHits;
    const rankedHits = await rankHits(titleHitsFirst.slice(0, rankedCounts.ofFew));
    const otherHits = titleHitsFirst.slice(rankedCounts.ofFew).sort(newestFirst);
    return idsOf([...rankedHits, ...otherHits].slice(offset, offset + limit));
  }

  /** A page of many hits. Only those that are shown or ranked are fetched. */
  async function pageOfMany(): Promise<number[]> {
    if (isByDate) return idsOf(await newestHits(limit, offset));
    const titleHitsSql = total > maxHitsOfPrefix ? statements.titleHitsWholeWord : statements.titleHits;
    const titleHits = await fetchNewest(titleHitsSql, rankedCounts.ofMany, 0, []);
    const remainingCount = rankedCounts.ofMany - titleHits.length;
    const otherHits = remainingCount > 0 ? await newestHits(remainingCount, 0, idsOf(titleHits)) : [];
    const rankedIds = idsOf(await rankHits([...titleHits, ...otherHits]));
    const ids = rankedIds.slice(offset, offset + limit);
    if (ids.length < limit) {
      ids.push(
        ...idsOf(await newestHits(limit - ids.length, Math.max(0, offset - rankedIds.length), rankedIds)),
      );
    }
    return ids;
  }

  if (total === 0) return { ids: [], total };
  if (surveyedHits.length === total) return { ids: await pageOfFew(surveyedHits), total };
  if (total > maxFetched) return { ids: await pageOfMany(), total };
  const allHits = await runQuery<Hit>((value) => `SELECT h.id, h.created FROM ${statements.hits(value)}`);
  return { ids: await pageOfFew(allHits.sort(newestFirst)), total: allHits.length };
}
