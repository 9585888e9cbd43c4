import type pg from "pg";
import { asBeginnings, correctQuery } from "../text/correct-query.ts";
import type { Slot } from "./migrations.ts";
import { findSome } from "./some-words.ts";
import { statementsOf, type BindValue, type WriteSql } from "./statements.ts";
import type { OwnWordsInPostgres } from "./words.ts";
import type { SearchRequest, SearchResult } from "../search-index.ts";

/** Up to this many hits are fetched and sorted here. */
const maxFetched = 1_000;
/** This many are read together with their number, which usually saves a second query. */
const newestRead = 2_000;
/** How many of the found entries are sorted by relevance; the rest are sorted by date. */
const rankedCounts = { ofFew: 400, ofMany: 200 };

/**
 * A prefix in more entries than this is unlikely to be an unfinished name; then titles must have the exact
 * word.
 */
const shortBeginning = 20_000;

type Hit = { readonly id: number; readonly created: number };

const newestFirst = (a: Hit, b: Hit): number => b.created - a.created || b.id - a.id;
const idsOf = (hits: readonly Hit[]): number[] => hits.map(({ id }) => id);

/** Runs statements that collect their values while their text is written. */
function runnerOn(client: pg.PoolClient) {
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
  const corrected = await correctQuery(request.terms, ownWords);
  const { terms } = corrected;
  const prefixTerms = asBeginnings(terms);
  if (terms.length > 0 || request.tagId !== null) {
    const result = await findAll(client, slot, { ...request, terms });
    if (result.total > 0) return { ...corrected, ...result, hasAllWords: true };
  }
  if (prefixTerms !== null) {
    const prefixResult = await findAll(client, slot, { ...request, terms: prefixTerms });
    if (prefixResult.total > 0)
      return { ...corrected, terms: prefixTerms, ...prefixResult, hasAllWords: true };
  }
  const partialResult = await findSome(slot, request, corrected, { own: ownWords, rows: runnerOn(client) });
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
  const rows = runnerOn(client);
  const statements = statementsOf(slot, request);

  const inOrder = (
    from: WriteSql,
    maxHits: number,
    skippedHits: number,
    withoutIds: readonly number[],
  ): Promise<Hit[]> =>
    rows<Hit>(
      (value) =>
        `SELECT h.id, h.created FROM ${from(value)} WHERE NOT h.id = ANY (${value(withoutIds, "int8[]")})
         ORDER BY h.created DESC, h.id DESC LIMIT ${value(maxHits, "int8")} OFFSET ${value(skippedHits, "int8")}`,
    );

  const survey = await rows<{ total: number; newest: [id: number, created: number][] }>((value) =>
    statements.survey(value, newestRead),
  );
  const total = survey.reduce((sumOfParts, part) => sumOfParts + part.total, 0);
  const recent = survey
    .flatMap((part) => part.newest.map(([id, created]) => ({ id, created })))
    .sort(newestFirst);

  /** The newest hits. For a word in many entries they are known already, and the others are not read. */
  async function newestHits(
    maxHits: number,
    skippedHits: number,
    withoutIds: readonly number[] = [],
  ): Promise<readonly Hit[]> {
    const knownHits = recent
      .filter(({ id }) => !withoutIds.includes(id))
      .slice(skippedHits, skippedHits + maxHits);
    return knownHits.length === maxHits
      ? knownHits
      : inOrder(statements.hits, maxHits, skippedHits, withoutIds);
  }

  async function byRank(hits: readonly Hit[]): Promise<Hit[]> {
    const scoredHits = await rows<Hit & { score: number }>((value) => statements.rank(value, idsOf(hits)));
    return scoredHits.sort((a, b) => b.score - a.score || newestFirst(a, b));
  }

  const byDate = order === "date" || terms.length === 0;

  /** Few hits are sorted here. */
  async function ofFew(allHits: readonly Hit[]): Promise<number[]> {
    if (byDate) return idsOf(allHits.slice(offset, offset + limit));
    const titled =
      allHits.length > rankedCounts.ofFew
        ? new Set(idsOf(await inOrder(statements.titled, rankedCounts.ofFew, 0, [])))
        : null;
    const titledFirst = titled
      ? allHits.toSorted((a, b) => Number(titled.has(b.id)) - Number(titled.has(a.id)))
      : allHits;
    const rankedHits = await byRank(titledFirst.slice(0, rankedCounts.ofFew));
    const otherHits = titledFirst.slice(rankedCounts.ofFew).sort(newestFirst);
    return idsOf([...rankedHits, ...otherHits].slice(offset, offset + limit));
  }

  /** Of many hits, only those that are shown or ranked are fetched. */
  async function ofMany(): Promise<number[]> {
    if (byDate) return idsOf(await newestHits(limit, offset));
    const inTitle = total > shortBeginning ? statements.titledWhole : statements.titled;
    const titled = await inOrder(inTitle, rankedCounts.ofMany, 0, []);
    const freePlaces = rankedCounts.ofMany - titled.length;
    const otherHits = freePlaces > 0 ? await newestHits(freePlaces, 0, idsOf(titled)) : [];
    const rankedIds = idsOf(await byRank([...titled, ...otherHits]));
    const ids = rankedIds.slice(offset, offset + limit);
    if (ids.length < limit) {
      ids.push(
        ...idsOf(await newestHits(limit - ids.length, Math.max(0, offset - rankedIds.length), rankedIds)),
      );
    }
    return ids;
  }

  if (total === 0) return { ids: [], total };
  if (recent.length === total) return { ids: await ofFew(recent), total };
  if (total > maxFetched) return { ids: await ofMany(), total };
  const allHits = await rows<Hit>((value) => `SELECT h.id, h.created FROM ${statements.hits(value)}`);
  return { ids: await ofFew(allHits.sort(newestFirst)), total: allHits.length };
}
