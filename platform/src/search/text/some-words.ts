import type { CorrectedQuery } from "./correct-query.ts";
import { isFrequentWord } from "./languages.ts";
import type { SearchTerm } from "./parse-query.ts";

/** For each term of a query, how many entries have it; `total` counts all entries. Both may be estimates. */
export type TermCounts = { readonly counts: readonly number[]; readonly total: number };

/** A term with its weight, for ranking when no entry has all terms. */
export type WeightedTerm = {
  readonly term: SearchTerm;
  /** Rare words count more. 0 when no entry has the term. */
  readonly weight: number;
  readonly entries: number;
  /** False for a term that no entry has, and for words such as "the", which are not enough to show an entry. */
  readonly isSignificant: boolean;
};

/** The maximum number of hits that have only some of the words. */
export const maxPartialHits = 100;
/** An entry is shown when it has at least this share of the best entry's score. */
const minShare = 0.5;
/** Words in more entries than this do not select entries; they only rank the entries that rarer words selected. */
const maxEntriesToSelect = 5_000;

const minSignificantLength = 3;
const isSignificant = ({ words, isQuoted }: SearchTerm): boolean =>
  isQuoted || words.some(({ word }) => word.length >= minSignificantLength && !isFrequentWord(word));

/** True when entries with only some of the terms may answer the query. Phrases in quotes are always required. */
export const allowsPartialMatch = (terms: readonly SearchTerm[]): boolean =>
  terms.length > 1 && terms.some(({ isQuoted }) => !isQuoted);

/** Weighs the terms of a query; `null` when none could select entries. */
export function weighTerms(
  terms: readonly SearchTerm[],
  { counts, total }: TermCounts,
): WeightedTerm[] | null {
  const weightedTerms = terms.map((term, index) => {
    const entries = counts[index] ?? 0;
    const weight = entries === 0 ? 0 : Math.log(1 + Math.max(total, entries) / entries);
    return { term, entries, weight, isSignificant: weight > 0 && isSignificant(term) };
  });
  return weightedTerms.some((weightedTerm) => weightedTerm.isSignificant) ? weightedTerms : null;
}

/** The terms that select entries: significant ones that are not too common, or else the rarest. */
export function selectiveTerms(weightedTerms: readonly WeightedTerm[]): WeightedTerm[] {
  const significantTerms = weightedTerms
    .filter((weightedTerm) => weightedTerm.isSignificant)
    .toSorted((a, b) => a.entries - b.entries);
  const rareTerms = significantTerms.filter(({ entries }) => entries <= maxEntriesToSelect);
  return rareTerms.length > 0 ? rareTerms : significantTerms.slice(0, 1);
}

/** An entry that has some of the terms. `matched` says for each term of the query whether the entry has it. */
export type PartialHit = {
  readonly id: number;
  readonly created: number;
  readonly matched: readonly boolean[];
};

/**
 * The entries with the highest scores. Rare words count more, and of entries with the same score, newer ones come first. Also returns
 * the corrections whose words these entries have.
 */
export function bestPartialHits<H extends PartialHit>(
  weightedTerms: readonly WeightedTerm[],
  hits: readonly H[],
  corrections: CorrectedQuery["corrections"],
): { readonly hits: readonly H[]; readonly corrections: CorrectedQuery["corrections"] } {
  const scoredHits = hits.flatMap((hit) => {
    const matchedTerms = weightedTerms.filter((_, index) => hit.matched[index]);
    const hasRequiredTerms = weightedTerms.every(({ term }, index) => !term.isQuoted || hit.matched[index]);
    if (!hasRequiredTerms || !matchedTerms.some((weightedTerm) => weightedTerm.isSignificant)) return [];
    return [{ hit, score: matchedTerms.reduce((total, { weight }) => total + weight, 0) }];
  });
  const bestScore = Math.max(0, ...scoredHits.map(({ score }) => score));
  const bestHits = scoredHits
    .filter(({ score }) => score >= bestScore * minShare)
    .toSorted((a, b) => b.score - a.score || b.hit.created - a.hit.created || b.hit.id - a.hit.id)
    .slice(0, maxPartialHits)
    .map(({ hit }) => hit);
  // A correction is mentioned only when a shown entry has the word.
  const shownStarts = weightedTerms.flatMap(({ term }, index) =>
    bestHits.some(({ matched }) => matched[index]) ? term.words.map(({ start }) => start) : [],
  );
  return { hits: bestHits, corrections: corrections.filter(({ start }) => shownStarts.includes(start)) };
}
