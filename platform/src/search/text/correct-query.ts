import { editDistance, toleranceBetween, toleranceOf } from "./edit-distance.ts";
import type { OwnWord, OwnWords } from "./own-words.ts";
import type { QueryWord, SearchTerm } from "./parse-query.ts";
import { isCjkOrEmoji } from "./tokens.ts";
import { formsOf } from "./word-forms.ts";

/** A query after spelling correction. */
export type CorrectedQuery = {
  readonly terms: readonly SearchTerm[];
  /** The replaced words, with their places in the query. */
  readonly corrections: readonly (QueryWord & { readonly replacement: string })[];
};

/** The nearest word. When several are equally near, it is the one that most entries contain. `null` when no word is near enough. */
export function closestWord(word: string, candidates: readonly OwnWord[], isPrefix: boolean): string | null {
  let bestWord: (OwnWord & { distance: number }) | null = null;
  for (const candidate of candidates) {
    const tolerance = toleranceBetween(word, candidate.word);
    const { wholeDistance, prefixDistance } = editDistance(word, candidate.word, tolerance);
    // The tolerance is added to the distance of a prefix, so that a whole word with as many wrong letters is nearer.
    const distance =
      wholeDistance <= tolerance
        ? wholeDistance
        : isPrefix && prefixDistance <= tolerance
          ? prefixDistance + tolerance
          : Infinity;
    if (distance === Infinity) continue;
    const isBetter =
      !bestWord ||
      distance < bestWord.distance ||
      (distance === bestWord.distance &&
        (candidate.entries > bestWord.entries ||
          (candidate.entries === bestWord.entries && candidate.word < bestWord.word)));
    if (isBetter) bestWord = { ...candidate, distance };
  }
  return bestWord?.word ?? null;
}

/** Shorter words in the middle of a query do not count as prefixes, because too many words begin with them. */
const minPrefixLength = 3;

/** Finds, for words that the person never wrote, the nearest one that they did write. */
async function findReplacements(
  unknownWords: readonly { readonly word: string; readonly isPrefix: boolean }[],
  ownWords: OwnWords,
): Promise<ReadonlyMap<string, string>> {
  const replacements = new Map<string, string>();
  for (const { word, isPrefix } of unknownWords) {
    const tolerance = toleranceOf(word);
    if (tolerance === 0 || replacements.has(word)) continue;
    const correction = closestWord(word, await ownWords.findSimilar(word, tolerance, isPrefix), isPrefix);
    if (correction !== null) replacements.set(word, correction);
  }
  return replacements;
}

/**
 * Interprets a query by the words that the person has written. A word that the person never wrote counts as the beginning of a
 * written word, or as a misspelling. Other forms of a word are searched too. Words in quotes are not changed.
 */
export async function correctQuery(
  terms: readonly SearchTerm[],
  ownWords: OwnWords,
): Promise<CorrectedQuery> {
  const wordsToCheck = terms.flatMap(({ words, isPrefix, isQuoted }) =>
    words.flatMap(({ word }, index) => {
      if (isQuoted || isCjkOrEmoji(word)) return [];
      return [{ word, isPrefix: isPrefix && index === words.length - 1, isAlone: words.length === 1 }];
    }),
  );
  if (wordsToCheck.length === 0) return { terms, corrections: [] };
  const knownWords = await ownWords.findKnown([...new Set(wordsToCheck.map(({ word }) => word))]);
  const singleWords = wordsToCheck.filter(({ isAlone }) => isAlone).map(({ word }) => word);
  const forms = new Map(await formsOf(singleWords, ownWords));
  const countsAsPrefix = (word: string): boolean =>
    word.length >= minPrefixLength && !knownWords.wholeWords.has(word) && knownWords.prefixes.has(word);
  const unknownWords = wordsToCheck.filter(
    ({ word, isPrefix, isAlone }) =>
      !knownWords.wholeWords.has(word) &&
      (forms.get(word) ?? []).length === 0 &&
      !(knownWords.prefixes.has(word) && (isPrefix || (isAlone && countsAsPrefix(word)))),
  );
  const replacements = await findReplacements(unknownWords, ownWords);
  for (const [word, otherForms] of await formsOf([...replacements.values()], ownWords))
    forms.set(word, otherForms);
  const corrections: (QueryWord & { replacement: string })[] = [];
  const correctedTerms = terms.map((term): SearchTerm => {
    if (term.isQuoted) return term;
    const words = term.words.map((word) => {
      const correction = replacements.get(word.word);
      if (correction === undefined) return word;
      corrections.push({ ...word, replacement: correction });
      return { ...word, word: correction };
    });
    const [onlyWord] = words.length === 1 ? words : [];
    if (!onlyWord) return { ...term, words };
    const otherForms = (forms.get(onlyWord.word) ?? []).map(({ word }) => word);
    return {
      ...term,
      words,
      otherForms,
      isPrefix: term.isPrefix || (otherForms.length === 0 && countsAsPrefix(onlyWord.word)),
    };
  });
  return { terms: correctedTerms, corrections };
}

/** The terms with `isPrefix` set wherever possible; `null` when this changes nothing. */
export function asPrefixes(terms: readonly SearchTerm[]): SearchTerm[] | null {
  const canBePrefix = ({ words, isPrefix, isQuoted }: SearchTerm): boolean => {
    const word = words.at(-1)?.word ?? "";
    return (
      !isPrefix && !isQuoted && word.length >= minPrefixLength && !isCjkOrEmoji(word) && !/\d/.test(word)
    );
  };
  if (!terms.some(canBePrefix)) return null;
  return terms.map((term) => (canBePrefix(term) ? { ...term, isPrefix: true } : term));
}

/** The query with its corrections; `null` without any. */
export function correctedText(query: string, corrections: CorrectedQuery["corrections"]): string | null {
  if (corrections.length === 0) return null;
  let text = query;
  for (const { start, end, replacement } of [...corrections].sort((a, b) => b.start - a.start)) {
    text = text.slice(0, start) + matchCase(query.slice(start, end), replacement) + text.slice(end);
  }
  return text;
}

function matchCase(typedWord: string, word: string): string {
  const firstLetter = typedWord.charAt(0);
  const isCapital = firstLetter !== firstLetter.toLowerCase();
  return isCapital ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}
