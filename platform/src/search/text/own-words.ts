import type { Language } from "./stem.ts";

/** A word that a person has written, and in how many entries. */
export type OwnWord = { readonly word: string; readonly entries: number };

/** The words of one person, for understanding their queries. */
export type OwnWords = {
  /** Which of these the person has written: as whole words, and as beginnings of words. A whole word is in both. */
  findKnown(words: readonly string[]): Promise<{
    readonly wholeWords: ReadonlySet<string>;
    readonly prefixes: ReadonlySet<string>;
  }>;
  /** The person's words that begin with one of these. If there are very many, only the most frequent. */
  findStartingWith(prefixes: readonly string[]): Promise<readonly OwnWord[]>;
  /**
   * Candidates for the correct spelling of a word with at most `tolerance` wrong letters. Some candidates are too different, so the
   * caller must compare them with the word.
   *
   * @param isPrefix true when the word may be the beginning of a longer word. Then longer words are candidates too.
   */
  findSimilar(word: string, tolerance: number, isPrefix: boolean): Promise<readonly OwnWord[]>;
  /** The languages that the person writes. */
  readLanguages(): Promise<readonly Language[]>;
};
