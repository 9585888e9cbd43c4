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
  let bestWord: (OwnWord & { distance: number }) | null = null;
  for (const candidate of candidates) {
    const tolerance = toleranceBetween(word, candidate.word);
    const { whole: wholeDistance, start: startDistance } = editDistance(word, candidate.word, tolerance);
    // A beginning is corrected only when no whole word is near.
    const distance =
      wholeDistance <= tolerance
        ? wholeDistance
        : prefix && startDistance <= tolerance
          ? startDistance + tolerance
          : Infinity;
    if (distance === Infinity) continue;
    const better =
      !bestWord ||
      distance < bestWord.distance ||
      (distance === bestWord.distance &&
        (candidate.entries > bestWord.entries ||
          (candidate.entries === bestWord.entries && candidate.word < bestWord.word)));
    if (better) bestWord = { ...candidate, distance };
  }
  return bestWord?.word ?? null;
}

/** Shorter words in the middle of a query do not count as beginnings, because too many words begin with them. */
const shortestBeginning = 3;

/** Replaces words that the person never wrote by one of theirs that is near. */
async function meantWords(
  unknownWords: readonly { readonly word: string; readonly prefix: boolean }[],
  ownWords: OwnWords,
): Promise<ReadonlyMap<string, string>> {
  const replacements = new Map<string, string>();
  for (const { word, prefix } of unknownWords) {
    const tolerance = toleranceOf(word);
    if (tolerance === 0 || replacements.has(word)) continue;
    const correction = closestWord(word, await ownWords.similar(word, tolerance, prefix), prefix);
    if (correction !== null) replacements.set(word, correction);
  }
  return replacements;
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
  const singleWords = spelled.filter(({ isAlone }) => isAlone).map(({ word }) => word);
  const forms = new Map(await formsOf(singleWords, ownWords));
  const isBeginning = (word: string): boolean =>
    word.length >= shortestBeginning && !spelledWords.whole.has(word) && spelledWords.beginnings.has(word);
  const unknownWords = spelled.filter(
    ({ word, prefix, isAlone }) =>
      !spelledWords.whole.has(word) &&
      (forms.get(word) ?? []).length === 0 &&
      !(spelledWords.beginnings.has(word) && (prefix || (isAlone && isBeginning(word)))),
  );
  const replacements = await meantWords(unknownWords, ownWords);
  for (const [word, otherForms] of await formsOf([...replacements.values()], ownWords))
    forms.set(word, otherForms);
  const corrections: (QueryWord & { instead: string })[] = [];
  const correctedTerms = terms.map((term): SearchTerm => {
    if (term.quoted) return term;
    const words = term.words.map((word) => {
      const correction = replacements.get(word.word);
      if (correction === undefined) return word;
      corrections.push({ ...word, instead: correction });
      return { ...word, word: correction };
    });
    const [onlyWord] = words.length === 1 ? words : [];
    if (!onlyWord) return { ...term, words };
    const also = (forms.get(onlyWord.word) ?? []).map(({ word }) => word);
    return { ...term, words, also, prefix: term.prefix || (also.length === 0 && isBeginning(onlyWord.word)) };
  });
  return { terms: correctedTerms, corrections };
}

/** The query with every word as a beginning; `null` when this changes nothing. */
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

function inCaseOf(typedWord: string, word: string): string {
  const firstLetter = typedWord.charAt(0);
  const isCapital = firstLetter !== firstLetter.toLowerCase();
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
