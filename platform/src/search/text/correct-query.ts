import { editDistance, toleranceBetween, toleranceOf } from "./edit-distance.ts";
import type { OwnWord, OwnWords } from "./own-words.ts";
import type { QueryWord, SearchTerm } from "./parse-query.ts";
import { isUnspelled } from "./tokens.ts";
import { formsOf } from "./word-forms.ts";

/** A query after spelling correction. */
export type CorrectedQuery = {
  readonly terms: readonly SearchTerm[];
  /** The replaced words, by their place in the query. */
  readonly corrections: readonly (QueryWord & { readonly instead: string })[];
};

/** The nearest word; of several equally near, the one in most entries. */
export function closestWord(word: string, candidates: readonly OwnWord[], prefix: boolean): string | null {
  let best: (OwnWord & { distance: number }) | null = null;
  for (const candidate of candidates) {
    const tolerance = toleranceBetween(word, candidate.word);
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

/** Shorter words in the middle of a query are no beginnings: too many words begin with them. */
const shortestBeginning = 3;

/** Replaces words that the person never wrote by one of theirs that is near. */
async function meantWords(
  doubtful: readonly { readonly word: string; readonly prefix: boolean }[],
  ownWords: OwnWords,
): Promise<ReadonlyMap<string, string>> {
  const instead = new Map<string, string>();
  for (const { word, prefix } of doubtful) {
    const tolerance = toleranceOf(word);
    if (tolerance === 0 || instead.has(word)) continue;
    const correction = closestWord(word, await ownWords.similar(word, tolerance, prefix), prefix);
    if (correction !== null) instead.set(word, correction);
  }
  return instead;
}

/**
 * Reads a query by the words that the person has written. A word that they never wrote is the beginning of one, or a
 * misspelling. Other forms of a word are found with it. Words in quotes stay.
 */
export async function correctQuery(
  terms: readonly SearchTerm[],
  ownWords: OwnWords,
): Promise<CorrectedQuery> {
  const spelled = terms.flatMap(({ words, prefix, quoted }) =>
    words.flatMap(({ word }, index) => {
      if (quoted || isUnspelled(word)) return [];
      return [{ word, prefix: prefix && index === words.length - 1, isAlone: words.length === 1 }];
    }),
  );
  if (spelled.length === 0) return { terms, corrections: [] };
  const spelledWords = await ownWords.known([...new Set(spelled.map(({ word }) => word))]);
  const alone = spelled.filter(({ isAlone }) => isAlone).map(({ word }) => word);
  const forms = new Map(await formsOf(alone, ownWords));
  const isBeginning = (word: string): boolean =>
    word.length >= shortestBeginning && !spelledWords.whole.has(word) && spelledWords.beginnings.has(word);
  const doubtful = spelled.filter(
    ({ word, prefix, isAlone }) =>
      !spelledWords.whole.has(word) &&
      (forms.get(word) ?? []).length === 0 &&
      !(spelledWords.beginnings.has(word) && (prefix || (isAlone && isBeginning(word)))),
  );
  const instead = await meantWords(doubtful, ownWords);
  for (const [word, found] of await formsOf([...instead.values()], ownWords)) forms.set(word, found);
  const corrections: (QueryWord & { instead: string })[] = [];
  const put = terms.map((term): SearchTerm => {
    if (term.quoted) return term;
    const words = term.words.map((word) => {
      const correction = instead.get(word.word);
      if (correction === undefined) return word;
      corrections.push({ ...word, instead: correction });
      return { ...word, word: correction };
    });
    const [only] = words.length === 1 ? words : [];
    if (!only) return { ...term, words };
    const also = (forms.get(only.word) ?? []).map(({ word }) => word);
    return { ...term, words, also, prefix: term.prefix || (also.length === 0 && isBeginning(only.word)) };
  });
  return { terms: put, corrections };
}

/** The query with every word as a beginning; `null` when that is what it is already. */
export function asBeginnings(terms: readonly SearchTerm[]): SearchTerm[] | null {
  const mayBegin = ({ words, prefix, quoted }: SearchTerm): boolean => {
    const word = words.at(-1)?.word ?? "";
    return !prefix && !quoted && word.length >= shortestBeginning && !isUnspelled(word) && !/\d/.test(word);
  };
  if (!terms.some(mayBegin)) return null;
  return terms.map((term) => (mayBegin(term) ? { ...term, prefix: true } : term));
}

/** The query with its corrections; `null` without any. */
export function correctedText(query: string, corrections: CorrectedQuery["corrections"]): string | null {
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
