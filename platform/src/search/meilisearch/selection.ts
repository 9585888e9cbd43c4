import type { SearchTerm } from "../text/parse-query.ts";
import type { OwnWordsInEngine } from "./own-words.ts";
import { type WordFilter, writeQuery } from "./query.ts";

/**
 * How many of a person's words the filter may have for one prefix. If more words start with a prefix that is the last term, the filter has
 * none of them, and the engine's query matches the prefix. If the prefix is another term, the filter has the most frequent words.
 */
const maxWordsInFilter = 1_000;
/** For the order of the results: how many words are tried in place of a typed word or prefix. */
const maxRankedForms = 4;
/** How many combinations of forms the engine ranks. Entries that match only other combinations follow by date. */
const maxCombinations = 12;

/** What entries must match: words by a filter; phrases, and a last prefix with too many words for the filter, by a query. */
export type Selection = WordFilter & {
  readonly query: string;
  /** Queries for the order of the results, the best first. */
  readonly rankingQueries: readonly string[];
};

type SelectedTerm = {
  readonly term: SearchTerm;
  /** `null` when only the query can match. */
  readonly words: readonly string[] | null;
};

async function selectTerm(
  term: SearchTerm,
  isLast: boolean,
  ownWords: OwnWordsInEngine,
): Promise<SelectedTerm> {
  const [onlyWord, ...furtherWords] = term.words;
  if (!onlyWord || furtherWords.length > 0) return { term, words: null };
  if (!term.isPrefix) return { term, words: [onlyWord.word, ...term.otherForms] };
  const startingWords = (await ownWords.findStartingWith([onlyWord.word])).toSorted(
    (a, b) => b.entries - a.entries,
  );
  if (startingWords.length > maxWordsInFilter && isLast) return { term, words: null };
  const words = [
    ...new Set([
      onlyWord.word,
      ...startingWords.slice(0, maxWordsInFilter).map(({ word }) => word),
      ...term.otherForms,
    ]),
  ];
  return { term, words };
}

/**
 * The typed term, then the terms that may replace it. The engine completes only the last word of a query. So a prefix that is not the last
 * term is left out, and words that start with the prefix replace it.
 */
function formsOf({ term, words }: SelectedTerm, isLast: boolean): SearchTerm[] {
  if (words === null || (term.otherForms.length === 0 && (isLast || !term.isPrefix))) return [term];
  const otherForms = (term.isPrefix && !isLast ? words : term.otherForms).slice(0, maxRankedForms);
  const typedForm = term.isPrefix && !isLast ? [] : [term];
  return [
    ...typedForm,
    ...otherForms.map((word) => ({
      ...term,
      words: term.words.map((queryWord) => ({ ...queryWord, word })),
      isPrefix: false,
    })),
  ];
}

/** The combinations of forms. Those that are nearest to the typed words come first. */
function combinations(forms: readonly (readonly SearchTerm[])[]): SearchTerm[][] {
  let bestCombinations: { terms: SearchTerm[]; distance: number }[] = [{ terms: [], distance: 0 }];
  for (const options of forms) {
    bestCombinations = bestCombinations
      .flatMap(({ terms, distance }) =>
        options.map((term, index) => ({ terms: [...terms, term], distance: distance + index })),
      )
      .toSorted((a, b) => a.distance - b.distance)
      .slice(0, maxCombinations);
  }
  return bestCombinations.map(({ terms }) => terms);
}

/** What entries must match to have all terms. */
export async function selectionOf(
  terms: readonly SearchTerm[],
  ownWords: OwnWordsInEngine,
): Promise<Selection> {
  const isLast = (index: number): boolean => index === terms.length - 1;
  const selectedTerms = await Promise.all(
    terms.map((term, index) => selectTerm(term, isLast(index), ownWords)),
  );
  const unfilteredTerms = selectedTerms.filter(({ words }) => words === null).map(({ term }) => term);
  return {
    anyOf: selectedTerms.flatMap(({ words }) => (words === null ? [] : [words])),
    query: unfilteredTerms.length === 0 ? "" : writeQuery(unfilteredTerms),
    rankingQueries: combinations(
      selectedTerms.map((selectedTerm, index) => formsOf(selectedTerm, isLast(index))),
    ).map(writeQuery),
  };
}
