import type { Corrected } from "./correct-query.ts";
import { isFrequentWord } from "./languages.ts";
import type { SearchTerm } from "./parse-query.ts";

/** How many entries have each term of a query; an estimate will do. */
export type TermCounts = { readonly counts: readonly number[]; readonly total: number };

/** What a term that an entry has counts, when no entry has all terms. */
export type WeighedTerm = {
  readonly term: SearchTerm;
  /** Rare words count more. 0 when no entry has the term. */
  readonly weight: number;
  readonly entries: number;
  /** False for words such as "the", which alone are no reason to show an entry. */
  readonly isTelling: boolean;
};

/** At most so many entries are shown that have only some of the words. */
export const mostWithSome = 100;
/** An entry must have at least this share of what the best entry has. */
const leastShare = 0.5;
/** Words in more entries than this do not select entries; they only rank those that rarer words selected. */
const mostSelecting = 5_000;

const shortestTelling = 3;
const isTelling = ({ words, quoted }: SearchTerm): boolean =>
  quoted || words.some(({ word }) => word.length >= shortestTelling && !isFrequentWord(word));

/** True when entries with only some of the terms may answer the query. Phrases in quotes are always required. */
export const mayLackWords = (terms: readonly SearchTerm[]): boolean =>
  terms.length > 1 && terms.some(({ quoted }) => !quoted);

/** Weighs the terms of a query; `null` when none could select entries. */
export function weigh(terms: readonly SearchTerm[], { counts, total }: TermCounts): WeighedTerm[] | null {
  const weighed = terms.map((term, at) => {
    const entries = counts[at] ?? 0;
    const weight = entries === 0 ? 0 : Math.log(1 + Math.max(total, entries) / entries);
    return { term, entries, weight, isTelling: weight > 0 && isTelling(term) };
  });
  return weighed.some((one) => one.isTelling) ? weighed : null;
}

/** The terms that select entries: telling ones that are not too common, or else the rarest. */
export function selecting(weighed: readonly WeighedTerm[]): WeighedTerm[] {
  const telling = weighed.filter((one) => one.isTelling).toSorted((a, b) => a.entries - b.entries);
  const rare = telling.filter(({ entries }) => entries <= mostSelecting);
  return rare.length > 0 ? rare : telling.slice(0, 1);
}

/** An entry that has some of the terms, by their place in the query. */
export type PartialHit = {
  readonly id: number;
  readonly created: number;
  readonly matched: readonly boolean[];
};

/**
 * The entries that have most of the words, rare words counting more, and of equals the newest; and the query as far as
 * they answer it.
 */
export function bestWithSome<H extends PartialHit>(
  weighed: readonly WeighedTerm[],
  hits: readonly H[],
  corrections: Corrected["corrections"],
): { readonly hits: readonly H[]; readonly corrections: Corrected["corrections"] } {
  const scored = hits.flatMap((hit) => {
    const has = weighed.filter((_, at) => hit.matched[at]);
    const isRequired = weighed.every(({ term }, at) => !term.quoted || hit.matched[at]);
    if (!isRequired || !has.some((one) => one.isTelling)) return [];
    return [{ hit, score: has.reduce((sum, { weight }) => sum + weight, 0) }];
  });
  const best = Math.max(0, ...scored.map(({ score }) => score));
  const kept = scored
    .filter(({ score }) => score >= best * leastShare)
    .toSorted((a, b) => b.score - a.score || b.hit.created - a.hit.created || b.hit.id - a.hit.id)
    .slice(0, mostWithSome)
    .map(({ hit }) => hit);
  // A correction is told only when an entry that is shown has the word.
  const shown = weighed.flatMap(({ term }, at) =>
    kept.some(({ matched }) => matched[at]) ? term.words.map(({ start }) => start) : [],
  );
  return { hits: kept, corrections: corrections.filter(({ start }) => shown.includes(start)) };
}
