import { type Corrected, nearest } from "./correct-query.ts";
import { toleranceOf } from "./edit-distance.ts";
import type { SearchTerm } from "./parse-query.ts";
import type { SearchRequest } from "./search-index.ts";
import { isUnspelled, tokenise } from "./tokens.ts";

const quoted = (words: readonly string[]): string => `"${words.join(" ")}"`;

/**
 * A query as the engine reads it: in quotes what has to stand there as it is spelled, and last the word that may be
 * unfinished. Words hold letters and digits alone, so nothing in them means anything to the engine.
 *
 * @param strict false lets it bridge typos
 */
export function writeQuery(terms: readonly SearchTerm[], strict: boolean): string {
  const written = terms.map(({ words, prefix, quoted: meant }) => {
    const plain = words.map(({ word }) => word);
    if (prefix) {
      const before = plain.slice(0, -1);
      return [...(before.length > 0 ? [quoted(before)] : []), plain.at(-1) ?? ""].join(" ");
    }
    return strict || meant || words.length > 1 ? quoted(plain) : plain.join(" ");
  });
  // Only the last word of all may be unfinished; a space ends it.
  return `${written.join(" ")}${terms.at(-1)?.prefix ? "" : " "}`;
}

const list = (ids: readonly number[]): string => `[${ids.join(", ")}]`;

/** What a lock hides though the index may hold its text still; `null` where there is none. */
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

/** Where may be looked: always at one person's alone, and at nothing that a lock hides. */
export function filterOf(request: SearchRequest): string {
  const closed = closedOf(request);
  return [...openOf(request), ...(closed === null ? [] : [`NOT (${closed})`])].join(" AND ");
}

/** Where the title alone may be looked at; `null` where nothing is hidden, or a tag is asked for, which is hidden too. */
export function closedFilterOf(request: SearchRequest): string | null {
  const closed = closedOf(request);
  return closed === null || request.tagId !== null ? null : [...openOf(request), `(${closed})`].join(" AND ");
}

/** What the engine took for what: the words near to those of the query in the texts that it found. */
export function readCorrections(terms: readonly SearchTerm[], texts: readonly string[]): Corrected {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const word of new Set(tokenise(text).map((token) => token.word)))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const own = [...counts].map(([word, entries]) => ({ word, entries }));
  const corrections: Corrected["corrections"][number][] = [];
  const put = terms.map((term) => ({
    ...term,
    words: term.words.map((word, at) => {
      const mayBeMore = term.prefix && at === term.words.length - 1;
      const there = own.some(
        (one) => one.word === word.word || (mayBeMore && one.word.startsWith(word.word)),
      );
      if (term.quoted || there || toleranceOf(word.word) === 0 || isUnspelled(word.word)) return word;
      const instead = nearest(word.word, own, mayBeMore);
      if (instead === null) return word;
      corrections.push({ ...word, instead });
      return { ...word, word: instead };
    }),
  }));
  return { terms: put, corrections };
}
