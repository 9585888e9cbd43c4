import type { Slot } from "./migrations.ts";
import type { SearchRequest } from "../search-index.ts";
import { pairQueries, tagQuery, termQuery, wholeTitleQuery } from "../text/words-text.ts";

/** Adds a value to a statement and returns its placeholder. */
export type BindValue = (input: unknown, type: string) => string;
/** Writes a statement, or a part of one. */
export type WriteSql = (value: BindValue) => string;

const allOfQueries = (parts: readonly string[]): string => parts.join(" & ");
const weights = "'{0.1, 0.3, 0.6, 1.0}'";

type Scope = Pick<SearchRequest, "userId" | "journalIds" | "withoutIds">;

/** The conditions for entries of this person that the search may see. */
export function readerConditions({ userId, journalIds, withoutIds }: Scope, value: BindValue): string[] {
  const conditions = [
    `d.user_id = ${value(userId, "int8")}`,
    `d.journal_id = ANY (${value(journalIds, "int8[]")})`,
  ];
  if (withoutIds.length > 0) conditions.push(`NOT d.entry_id = ANY (${value(withoutIds, "int8[]")})`);
  return conditions;
}

/** The condition for entries behind a lock. `null` when the request names no lock. */
export function titleOnlyConditionOf(
  {
    titleOnlyJournalIds,
    titleOnlyEntryIds,
  }: Pick<SearchRequest, "titleOnlyJournalIds" | "titleOnlyEntryIds">,
  value: BindValue,
): string | null {
  const conditions: string[] = [];
  if (titleOnlyJournalIds.length > 0)
    conditions.push(`d.journal_id = ANY (${value(titleOnlyJournalIds, "int8[]")})`);
  if (titleOnlyEntryIds.length > 0)
    conditions.push(`d.entry_id = ANY (${value(titleOnlyEntryIds, "int8[]")})`);
  return conditions.length === 0 ? null : `(${conditions.join(" OR ")})`;
}

/** The parts of the statements for a search. */
export function statementsOf(slot: Slot, request: SearchRequest) {
  const { userId, terms, tagId } = request;
  const tag = tagId === null ? [] : [tagQuery(userId, tagId)];
  const anywhere = terms.map((term) => termQuery(userId, term, "any"));
  const wholeWordTerms = terms.map((term) => ({ ...term, isPrefix: false, otherForms: [] }));
  const wholeWordQueries = wholeWordTerms.map((term) => termQuery(userId, term, "any"));
  const inTitle = terms.map((term) => termQuery(userId, term, "title"));
  const wholeWordsInTitle = wholeWordTerms.map((term) => termQuery(userId, term, "title"));
  const pairs = terms.flatMap((term) => pairQueries(userId, term));
  const wholeTitle = wholeTitleQuery(userId, terms);

  function filters(value: BindValue): string[] {
    const conditions = readerConditions(request, value);
    const titleOnlyCondition = titleOnlyConditionOf(request, value);
    if (titleOnlyCondition === null) return conditions;
    // Text behind a lock must not match, even while a delayed index still has it.
    const mayMatch = tagId === null && terms.length > 0;
    const title = mayMatch ? `d.words @@ ${value(allOfQueries(inTitle), "tsquery")}` : "false";
    conditions.push(`(NOT ${titleOnlyCondition} OR ${title})`);
    return conditions;
  }

  /** Hits among short entries, which the index stores in one part. */
  const shortEntries = (value: BindValue, query: string): string => `
    SELECT d.entry_id AS id, d.created FROM search.documents_${slot} d
    WHERE d.parts = 1 AND d.words @@ ${value(query, "tsquery")} AND ${filters(value).join(" AND ")}`;

  /** Hits among long entries, which the index stores in several parts. Each part may have a different word of the query. */
  function longEntries(value: BindValue): string {
    const anyTerm = allOfQueries([...(anywhere.length > 0 ? [`(${anywhere.join(" | ")})`] : []), ...tag]);
    const everyTerm = anywhere.map((query) => `bool_or(d.words @@ ${value(query, "tsquery")})`);
    return `
    SELECT d.entry_id AS id, max(d.created) AS created FROM search.documents_${slot} d
    WHERE d.parts > 1 AND d.words @@ ${value(anyTerm, "tsquery")} AND ${filters(value).join(" AND ")}
    GROUP BY d.entry_id${everyTerm.length > 0 ? ` HAVING ${everyTerm.join(" AND ")}` : ""}`;
  }

  const entryQuery = allOfQueries([...anywhere, ...pairs, ...tag]);

  /**
   * The newest hits, each as its id and date; see `survey`. Finding the hits of a phrase is expensive. So all hits of a phrase are
   * sorted, and the first pages need no second search. Without a phrase, only hits among the newest entries are collected.
   */
  function newestOf(value: BindValue, max: number): string {
    const idAndDate = "ARRAY[h.id, h.created]::float8[]";
    if (terms.some(({ words }) => words.length > 1)) {
      return `(array_agg(${idAndDate} ORDER BY h.created DESC, h.id DESC))[1:${value(max, "int8")}][1:2]`;
    }
    return `array_agg(${idAndDate}) FILTER (WHERE h.created >= (SELECT date FROM oldest))`;
  }

  return {
    /** All hits. */
    hits: (value: BindValue): string =>
      `(${shortEntries(value, entryQuery)} UNION ALL ${longEntries(value)}) h`,
    /**
     * The number of hits and the newest hits, in one scan. For a phrase, the newest hits are the `max` newest of all hits. Otherwise
     * they are the hits among the newest entries, which have about `max` stored parts. The statement returns one row for short entries
     * and one for long entries.
     */
    survey(value: BindValue, max: number): string {
      // The index by date is on `-user_id`. PostgreSQL uses this index only for a statement that names `-user_id`.
      const oldestListed = `(SELECT n.created FROM search.documents_${slot} n WHERE -n.user_id = -${value(userId, "int8")}
        ORDER BY n.created DESC, n.entry_id DESC OFFSET ${value(max, "int8")} LIMIT 1)`;
      const summaries = [shortEntries(value, entryQuery), longEntries(value)].map(
        (hitsQuery) =>
          `SELECT count(*) AS total, coalesce(${newestOf(value, max)}, '{}') AS newest FROM (${hitsQuery}) h`,
      );
      return `WITH oldest AS MATERIALIZED (SELECT coalesce(${oldestListed}, ${value(Number.MIN_SAFE_INTEGER, "int8")}) AS date)
        ${summaries.join(" UNION ALL ")}`;
    },
    /** The hits among short entries whose title matches every term. */
    titleHits: (value: BindValue): string => `(${shortEntries(value, allOfQueries([...inTitle, ...tag]))}) h`,
    /** Like `titleHits`, but only whole words match: a prefix or another form of a word does not. */
    titleHitsWholeWord: (value: BindValue): string =>
      `(${shortEntries(value, allOfQueries([...wholeWordsInTitle, ...tag]))}) h`,
    /**
     * How well entries match: words near each other first, whole words before beginnings, titles before texts, and an
     * exact title first of all.
     */
    rank(value: BindValue, ids: readonly number[]): string {
      const nearnessTo = (query: string): string =>
        `ts_rank_cd(${weights}, d.words, ${value(query, "tsquery")}, 1)`;
      const hasPrefixesOrForms = allOfQueries(wholeWordQueries) !== allOfQueries(anywhere);
      // Only one nearness is computed for an entry, because computing it takes most of the time of a search.
      const nearness = hasPrefixesOrForms
        ? `CASE WHEN d.words @@ ${value(allOfQueries(wholeWordQueries), "tsquery")} THEN 4 * ${nearnessTo(allOfQueries(wholeWordQueries))} ELSE ${nearnessTo(allOfQueries(anywhere))} END`
        : `4 * ${nearnessTo(allOfQueries(wholeWordQueries))}`;
      const scores = [
        nearness,
        `(d.words @@ ${value(allOfQueries(inTitle), "tsquery")})::integer`,
        // The words of the query may be in different parts of a long entry.
        `CASE WHEN d.parts > 1 THEN 0.2 * ts_rank(d.words, ${value(anywhere.join(" | "), "tsquery")}, 1) ELSE 0 END`,
      ];
      if (wholeTitle !== null) scores.push(`100 * (d.words @@ ${value(wholeTitle, "tsquery")})::integer`);
      // The concatenation makes PostgreSQL read the stored words once, not once for each score.
      const readEntries = `SELECT d.entry_id, d.created, d.parts, d.words || ''::tsvector AS words
        FROM search.documents_${slot} d WHERE d.entry_id = ANY (${value(ids, "int8[]")}) OFFSET 0`;
      return `SELECT d.entry_id AS id, max(d.created) AS created, max(${scores.join(" + ")}) AS score
        FROM (${readEntries}) d GROUP BY d.entry_id`;
    },
  };
}
