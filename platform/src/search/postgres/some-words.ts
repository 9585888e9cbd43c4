import type { SearchRequest, SearchResult } from "../search-index.ts";
import type { CorrectedQuery } from "../text/correct-query.ts";
import {
  bestPartialHits,
  allowsPartialMatch,
  maxPartialHits,
  selectiveTerms,
  weighTerms,
} from "../text/some-words.ts";
import { tagQuery, termQuery } from "../text/words-text.ts";
import type { Slot } from "./migrations.ts";
import { titleOnlyConditionOf, readerConditions, type BindValue, type WriteSql } from "./statements.ts";
import type { OwnWordsInPostgres } from "./words.ts";

type Row = { readonly id: number; readonly created: number; readonly matched: readonly number[] };

/**
 * The maximum number of rows to read. It is larger than the number of hits, because {@link bestPartialHits} drops rows without a
 * significant word. Such a row is an entry behind a lock: an outdated index may find the entry by its text, although only the title may
 * match.
 */
const maxRows = maxPartialHits * 2;

/** Finds entries that have some of the words. Used when no entry has all of them. `null` when there are no entries to show. */
export async function findPartialMatches(
  slot: Slot,
  request: SearchRequest,
  { terms, corrections }: CorrectedQuery,
  { ownWords, runQuery }: { ownWords: OwnWordsInPostgres; runQuery: (write: WriteSql) => Promise<Row[]> },
): Promise<SearchResult | null> {
  if (!allowsPartialMatch(terms)) return null;
  const weightedTerms = weighTerms(terms, await ownWords.count(terms));
  if (weightedTerms === null) return null;
  const { userId, tagId, order, offset, limit } = request;
  const tag = tagId === null ? "" : ` & ${tagQuery(userId, tagId)}`;
  const termQueries = selectiveTerms(weightedTerms).map(({ term }) => termQuery(userId, term, "any"));

  /** A condition for each term. Of an entry behind a lock, only the title can match. In a search by tag, such an entry matches no term. */
  function termConditions(value: BindValue): string[] {
    const titleOnlyCondition = titleOnlyConditionOf(request, value);
    return terms.map((term) => {
      const anywhere = `d.words @@ ${value(termQuery(userId, term, "any"), "tsquery")}`;
      if (titleOnlyCondition === null) return anywhere;
      const inTitle =
        tagId === null ? `d.words @@ ${value(termQuery(userId, term, "title"), "tsquery")}` : "false";
      return `CASE WHEN ${titleOnlyCondition} THEN ${inTitle} ELSE ${anywhere} END`;
    });
  }

  const matchingRows = await runQuery((value) => {
    const columns = termConditions(value).map((test, index) => `(${test})::integer AS m${index}`);
    const query = value(`(${termQueries.join(" | ")})${tag}`, "tsquery");
    const readerCondition = readerConditions(request, value).join(" AND ");
    // One subquery for each of the two partial indexes on words; see `createWordIndexesSql`.
    const subqueries = ["d.parts = 1", "d.parts > 1"].map(
      (
        partCondition,
      ) => `SELECT d.entry_id AS id, d.created, ${columns.join(", ")} FROM search.documents_${slot} d
        WHERE ${partCondition} AND d.words @@ ${query} AND ${readerCondition}`,
    );
    const matched = weightedTerms.map((_, index) => `max(h.m${index})`);
    const phraseConditions = matched
      .filter((_, index) => terms[index]?.isQuoted)
      .map((column) => `${column} = 1`);
    const having = phraseConditions.length > 0 ? `HAVING ${phraseConditions.join(" AND ")}` : "";
    const score = weightedTerms
      .map(({ weight }, index) => `${value(weight, "float8")} * max(h.m${index})`)
      .join(" + ");
    return `SELECT h.id, max(h.created) AS created, ARRAY[${matched.join(", ")}] AS matched
      FROM (${subqueries.join(" UNION ALL ")}) h GROUP BY h.id ${having}
      ORDER BY ${score} DESC, max(h.created) DESC, h.id DESC LIMIT ${maxRows}`;
  });
  const hits = matchingRows.map(({ id, created, matched }) => ({
    id,
    created,
    matched: matched.map((bit) => bit === 1),
  }));
  const bestMatches = bestPartialHits(weightedTerms, hits, corrections);
  if (bestMatches.hits.length === 0) return null;
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
