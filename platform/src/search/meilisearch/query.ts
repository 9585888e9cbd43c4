import { type Corrected, nearest } from "../text/correct-query.ts";
import { toleranceOf } from "../text/edit-distance.ts";
import type { SearchTerm } from "../text/parse-query.ts";
import type { SearchRequest } from "../search-index.ts";
import { isUnspelled, tokenise } from "../text/tokens.ts";

const quoted = (words: readonly string[]): string => `"${words.join(" ")}"`;

/**
 * A query in the engine's syntax: exact phrases in quotes, and last the word that may be unfinished. Words consist of
 * letters and digits, so nothing in them is syntax.
 *
 * @param strict false allows typos
 */
export function writeQuery(terms: readonly SearchTerm[], strict: boolean): string {
  const written = terms.map(({ words, prefix, quoted: isQuoted }) => {
    const plain = words.map(({ word }) => word);
    if (prefix) {
      const before = plain.slice(0, -1);
      return [...(before.length > 0 ? [quoted(before)] : []), plain.at(-1) ?? ""].join(" ");
    }
    return strict || isQuoted || words.length > 1 ? quoted(plain) : plain.join(" ");
  });
  // Only the last word may be unfinished; a space ends it.
  return `${written.join(" ")}${terms.at(-1)?.prefix ? "" : " "}`;
}

const list = (ids: readonly number[]): string => `[${ids.join(", ")}]`;

/** Entries behind a lock whose text the index may still have; `null` when there are none. */
function closedOf({ closedEntryIds, closedJournalIds }: SearchRequest): string | null {
  const closed: string[] = [];
  if (closedJournalIds.length > 0) closed.push(`journalId IN ${list(closedJournalIds)}`);
  if (closedEntryIds.length > 0) closed.push(`entryId IN ${list(closedEntryIds)}`);
  return closed.length === 0 ? null : `(${closed.join(" OR ")}) AND NOT titleOnly = true`;
}

function openOf({ userId, journalIds, withoutIds, tagId }: SearchRequest): string[] {
  const conditions = [`userId = ${userId}`, `journalId IN ${list(journalIds)}`];
  if (tagId !== null) conditions.push(`tagIds = ${tagId}`);
  if (withoutIds.length > 0) conditions.push(`NOT entryId IN ${list(withoutIds)}`);
  return conditions;
}

/** The filter for whole entries: one person's, and nothing behind a lock. */
export function filterOf(request: SearchRequest): string {
  const closed = closedOf(request);
  return [...openOf(request), ...(closed === null ? [] : [`NOT (${closed})`])].join(" AND ");
}

/**
 * The filter for entries with only their title; `null` when there are none, or a tag is requested, because locks hide
 * tags too.
 */
export function closedFilterOf(request: SearchRequest): string | null {
  const closed = closedOf(request);
  return closed === null || request.tagId !== null ? null : [...openOf(request), `(${closed})`].join(" AND ");
}

/** The engine's corrections: words in the found texts that are near to those of the query. */
export function readCorrections(terms: readonly SearchTerm[], texts: readonly string[]): Corrected {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(tokenise(text).map((token) => token.word)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const own = [...counts].map(([word, entries]) => ({ word, entries }));
  const corrections: Corrected["corrections"][number][] = [];
  const corrected = terms.map((term) => ({
    ...term,
    words: term.words.map((word, at) => {
      const mayBeMore = term.prefix && at === term.words.length - 1;
      const isKnown = own.some(
        (one) => one.word === word.word || (mayBeMore && one.word.startsWith(word.word)),
      );
      if (term.quoted || isKnown || toleranceOf(word.word) === 0 || isUnspelled(word.word)) return word;
      const instead = nearest(word.word, own, mayBeMore);
      if (instead === null) return word;
      corrections.push({ ...word, instead });
      return { ...word, word: instead };
    }),
  }));
  return { terms: corrected, corrections };
}
