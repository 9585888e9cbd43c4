import type pg from "pg";
import { asPrefixes, correctQuery } from "../text/correct-query.ts";
import type { Slot } from "./migrations.ts";
import { findPartialMatches } from "./some-words.ts";
import { statementsOf, type BindValue, type WriteSql } from "./statements.ts";
import type { OwnWordsInPostgres } from "./words.ts";
import type { SearchRequest, SearchResult } from "../search-index.ts";

/**
 * The first query is the survey. It counts all hits and returns the newest of them. For a phrase, these are at most this many short and
 * this many long entries. Otherwise, these are the hits in about this many of the person's newest rows in the index, where a long entry
 * has several rows. Often no other query has to find hits.
 */
const surveyedCount = 2_000;
/**
 * When the survey does not return all hits, and there are at most this many, all of them are fetched and sorted here. When there are
 * more, only the hits that are shown or ranked are fetched.
 */
const maxFetched = 1_000;
/**
 * How many hits are sorted by relevance. `ofFew` applies when all hits are read, `ofMany` when only some are. The other hits come after
 * them, sorted by date.
 */
const rankedCounts = { ofFew: 400, ofMany: 200 };

/**
 * The last word of a query may be unfinished, such as the beginning of a name. With more hits than this, the word is probably finished.
 * Then only hits whose titles contain the whole words of the query are preferred for the ranking.
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
  // Without a match, the result has no corrections. A corrected word may come from an entry behind a lock, and must not reveal that word.
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

  /** A page, when all hits have been read. Sorts them here. */
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

  /** A page, when there are too many hits to read all. Fetches only the hits that are shown or ranked. */
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
