import { editDistance, toleranceOf } from "./edit-distance.ts";
import type { QueryWord, SearchTerm } from "./parse-query.ts";
import { isUnspelled } from "./tokens.ts";

/** A word that somebody has written, and in how many entries. */
export type OwnWord = { readonly word: string; readonly entries: number };

/** The words of a reader, to put a query right by. */
export type OwnWords = {
  /** Which of these are words of the reader; one that is marked as a beginning, when some word begins so. */
  known(words: readonly { word: string; prefix: boolean }[]): Promise<ReadonlySet<string>>;
  /** Words that may be meant by another; more than are meant, none that is not the reader's. */
  similar(word: string, tolerance: number, prefix: boolean): Promise<readonly OwnWord[]>;
};

/** A query with its misspelled words put right. */
export type Corrected = {
  readonly terms: readonly SearchTerm[];
  /** What was put in the place of what, by where it stands in the query. */
  readonly corrections: readonly (QueryWord & { readonly instead: string })[];
};

/** The nearest word; of several, the one that stands in most entries. */
export function nearest(word: string, candidates: readonly OwnWord[], prefix: boolean): string | null {
  const tolerance = toleranceOf(word);
  let best: (OwnWord & { distance: number }) | null = null;
  for (const candidate of candidates) {
    const { whole, start } = editDistance(word, candidate.word, tolerance);
    // A beginning is only guessed at where no whole word is near.
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

/** Puts the words right that the reader never wrote and that are near to one of theirs; what is in quotes is meant. */
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

/** The query as it would have been typed rightly; `null` when it was. */
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
