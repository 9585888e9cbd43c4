import type { Index } from "meilisearch";
import { isLanguage, languagesByEvidence } from "../text/languages.ts";
import type { OwnWord, OwnWords } from "../text/own-words.ts";
import type { SearchTerm } from "../text/parse-query.ts";
import type { TermCounts } from "../text/some-words.ts";
import type { MeiliDocument } from "./documents.ts";

/** The words of a person. `count` says how many entries have each of some search terms. */
export type OwnWordsInEngine = OwnWords & { count(terms: readonly SearchTerm[]): Promise<TermCounts> };

/** Finds the words of a person in the engine's facet of words. Repeated look-ups of the same text share one request. */
export function ownWordsIn(index: Index<MeiliDocument>, userId: number): OwnWordsInEngine {
  const filter = `userId = ${userId}`;
  const requests = new Map<string, Promise<readonly OwnWord[]>>();

  /** The words that begin with this text, or with a similar one. */
  function similarWords(beginning: string): Promise<readonly OwnWord[]> {
    const cachedWords = requests.get(beginning);
    if (cachedWords) return cachedWords;
    const facetWords = index
      .searchForFacetValues({ facetName: "words", facetQuery: beginning, filter, exhaustiveFacetCount: true })
      .then(({ facetHits }) => facetHits.map(({ value, count }) => ({ word: value, entries: count })));
    requests.set(beginning, facetWords);
    return facetWords;
  }

  let overview: Promise<{ total: number; languages: ReadonlyMap<string, number> }> | null = null;
  // An entry has one or more parts in the engine. Only the first part counts, so each entry is counted once.
  const readOverview = (): Promise<{ total: number; languages: ReadonlyMap<string, number> }> =>
    (overview ??= index
      .search("", { filter: `${filter} AND part = 0`, facets: ["language"], page: 1, hitsPerPage: 0 })
      .then(({ totalHits, facetDistribution }) => ({
        total: totalHits,
        languages: new Map(Object.entries(facetDistribution?.["language"] ?? {})),
      })));

  const findStartingWith = async (beginnings: readonly string[]): Promise<OwnWord[]> => {
    const wordLists = await Promise.all(
      beginnings.map(async (beginning) =>
        (await similarWords(beginning)).filter(({ word }) => word.startsWith(beginning)),
      ),
    );
    return [...new Map(wordLists.flat().map((ownWord) => [ownWord.word, ownWord])).values()];
  };

  return {
    findStartingWith,

    async findKnown(words) {
      const lookedUpWords = await Promise.all(
        words.map(async (word) => ({ word, foundWords: await findStartingWith([word]) })),
      );
      return {
        wholeWords: new Set(
          lookedUpWords.flatMap(({ word, foundWords }) =>
            foundWords.some((ownWord) => ownWord.word === word) ? [word] : [],
          ),
        ),
        prefixes: new Set(
          lookedUpWords.flatMap(({ word, foundWords }) => (foundWords.length > 0 ? [word] : [])),
        ),
      };
    },

    findSimilar: (word) => similarWords(word),

    async readLanguages() {
      const { languages } = await readOverview();
      return languagesByEvidence(
        new Map(
          [...languages].flatMap(([name, entries]) => (isLanguage(name) ? [[name, entries] as const] : [])),
        ),
      );
    },

    async count(terms) {
      const entriesOf = async (word: string, isPrefix: boolean): Promise<number> =>
        (await findStartingWith([word]))
          .filter((ownWord) => isPrefix || ownWord.word === word)
          .reduce((total, { entries }) => total + entries, 0);
      const counts = await Promise.all(
        terms.map(async ({ words, isPrefix, otherForms }) => {
          const countsOfWords = await Promise.all(
            words.map(({ word }, index) => entriesOf(word, isPrefix && index === words.length - 1)),
          );
          const countsOfForms = await Promise.all(otherForms.map((word) => entriesOf(word, false)));
          return Math.min(...countsOfWords) + countsOfForms.reduce((total, entries) => total + entries, 0);
        }),
      );
      return { counts, total: (await readOverview()).total };
    },
  };
}
