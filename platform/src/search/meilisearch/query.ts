import type { SearchTerm } from "../text/parse-query.ts";
import type { SearchRequest } from "../search-index.ts";

const quoteWords = (words: readonly string[]): string => `"${words.join(" ")}"`;

/**
 * A query in the engine's syntax: words and phrases in quotes, except words that may be unfinished. Words consist of
 * letters and digits, so nothing in them is syntax.
 */
export function writeQuery(terms: readonly SearchTerm[]): string {
  const writtenTerms = terms.map(({ words, isPrefix }) => {
    const termWords = words.map(({ word }) => word);
    if (!isPrefix) return quoteWords(termWords);
    const finishedWords = termWords.slice(0, -1);
    return [...(finishedWords.length > 0 ? [quoteWords(finishedWords)] : []), termWords.at(-1) ?? ""].join(
      " ",
    );
  });
  // The engine takes the last word as unfinished, unless a space follows.
  return `${writtenTerms.join(" ")}${terms.at(-1)?.isPrefix ? "" : " "}`;
}

const idList = (ids: readonly number[]): string => `[${ids.join(", ")}]`;
const wordList = (words: readonly string[]): string => `[${words.map((word) => `"${word}"`).join(", ")}]`;

/** Lists of words. An entry must have one word of each list. */
export type WordFilter = { readonly anyOf: readonly (readonly string[])[] };

/** The conditions of a {@link WordFilter}, for the whole text or for the title. */
export const wordConditions = ({ anyOf }: WordFilter, attribute: "words" | "titleWords"): string[] =>
  anyOf.map((words) => `${attribute} IN ${wordList(words)}`);

/**
 * The condition for entries behind a lock of which the index still has more than the title. `null` when the request names no such
 * journal or entry.
 */
function titleOnlyConditionOf({ titleOnlyEntryIds, titleOnlyJournalIds }: SearchRequest): string | null {
  const conditions: string[] = [];
  if (titleOnlyJournalIds.length > 0) conditions.push(`journalId IN ${idList(titleOnlyJournalIds)}`);
  if (titleOnlyEntryIds.length > 0) conditions.push(`entryId IN ${idList(titleOnlyEntryIds)}`);
  return conditions.length === 0 ? null : `(${conditions.join(" OR ")}) AND NOT titleOnly = true`;
}

function readerConditions({ userId, journalIds, withoutIds, tagId }: SearchRequest): string[] {
  const conditions = [`userId = ${userId}`, `journalId IN ${idList(journalIds)}`];
  if (tagId !== null) conditions.push(`tagIds = ${tagId}`);
  if (withoutIds.length > 0) conditions.push(`NOT entryId IN ${idList(withoutIds)}`);
  return conditions;
}

/**
 * The filter for the entries of one account whose whole document may match. It excludes entries behind a lock of which the index still
 * has more than the title.
 */
export function filterOf(request: SearchRequest): string {
  const titleOnlyCondition = titleOnlyConditionOf(request);
  return [
    ...readerConditions(request),
    ...(titleOnlyCondition === null ? [] : [`NOT (${titleOnlyCondition})`]),
  ].join(" AND ");
}

/**
 * The filter for the entries that {@link filterOf} excludes because of a lock: only their titles may match. `null` when the request
 * names no lock. Also `null` when the request has a tag, because a lock hides tags too.
 */
export function titleOnlyFilterOf(request: SearchRequest): string | null {
  const titleOnlyCondition = titleOnlyConditionOf(request);
  return titleOnlyCondition === null || request.tagId !== null
    ? null
    : [...readerConditions(request), `(${titleOnlyCondition})`].join(" AND ");
}
