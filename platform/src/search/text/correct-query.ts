import { editDistance, toleranceOf } from "./edit-distance.ts";
import type { QueryWord, SearchTerm } from "./parse-query.ts";
import { isUnspelled } from "./tokens.ts";

/** A word that a person has written, and in how many entries. */
export type OwnWord = { readonly word: string; readonly entries: number };

/** The words of one person, for correcting their queries. */
export type OwnWords = {
  /** Which of these words the person has written. A word with `prefix` counts when some word begins with it. */
  known(words: readonly { word: string; prefix: boolean }[]): Promise<ReadonlySet<string>>;
  /** The person's words that another may mean; some of them may be too far away. */
  similar(word: string, tolerance: number, prefix: boolean): Promise<readonly OwnWord[]>;
};

/** A query after spelling correction. */
export type Corrected = {
  readonly terms: readonly SearchTerm[];
  /** The replaced words, by their place in the query. */
  readonly corrections: readonly (QueryWord & { readonly instead: string })[];
};

/** The nearest word; of several equally near, the one in most entries. */
export function nearest(word: string, candidates: readonly OwnWord[], prefix: boolean): string | null {
  const tolerance = toleranceOf(word);
  let best: (OwnWord & { distance: number }) | null = null;
  for (const candidate of candidates) {
    const { whole, start } = editDistance(word, candidate.word, tolerance);
    // A beginning is corrected only when no whole word is near.
    const distance = whole <= tolerance ? whole : prefix && start <= tolerance ? start + tolerance : Infinity;
    if (distance === Infinity) continue;
    const better =
      !best ||
      distance < best.distance ||
      (distance === best.distance &&
        (candidate.entries > best.entries ||
          (candidate.entries === best.entries && candidate.word < best.word)));
    if (better) best = { ...candidate, distance };
  }
  return best?.word ?? null;
}

/** Replaces words that the person never wrote by one of theirs that is near. Words in quotes stay. */
export async function correctQuery(terms: readonly SearchTerm[], own: OwnWords): Promise<Corrected> {
  const doubtful = terms.flatMap(({ words, prefix, quoted }) =>
    words.flatMap(({ word }, at) => {
      if (quoted || toleranceOf(word) === 0 || isUnspelled(word)) return [];
      return [{ word, prefix: prefix && at === words.length - 1 }];
    }),
  );
  if (doubtful.length === 0) return { terms, corrections: [] };
  const known = await own.known(doubtful);
  const instead = new Map<string, string>();
  for (const { word, prefix } of doubtful) {
    if (known.has(word) || instead.has(word)) continue;
    const meant = nearest(word, await own.similar(word, toleranceOf(word), prefix), prefix);
    if (meant !== null) instead.set(word, meant);
  }
  const corrections: (QueryWord & { instead: string })[] = [];
  const put = terms.map((term) => {
    if (term.quoted) return term;
    const words = term.words.map((word) => {
      const meant = instead.get(word.word);
      if (meant === undefined) return word;
      corrections.push({ ...word, instead: meant });
      return { ...word, word: meant };
    });
    return { ...term, words };
  });
  return { terms: put, corrections };
}

/** The query with its corrections; `null` without any. */
export function correctedText(query: string, corrections: Corrected["corrections"]): string | null {
  if (corrections.length === 0) return null;
  let text = query;
  for (const { start, end, instead } of [...corrections].sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + inCaseOf(query.slice(start, end), instead) + text.slice(end);
  }
  return text;
}

function inCaseOf(typed: string, word: string): string {
  const first = typed.charAt(0);
  const isCapital = first !== first.toLowerCase();
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
