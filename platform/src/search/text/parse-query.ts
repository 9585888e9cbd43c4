import { isCjkOrEmoji, type Token, tokenise } from "./tokens.ts";

/** A word of a query, and its place there. */
export type QueryWord = { readonly word: string; readonly start: number; readonly end: number };

/** One thing to find: a word, or words next to each other in order. */
export type SearchTerm = {
  readonly words: readonly QueryWord[];
  /** Whether the last word may be the beginning of a longer one. */
  readonly isPrefix: boolean;
  /** In quotes: no spelling correction, and no other forms. */
  readonly isQuoted: boolean;
  /** Words that match in place of a single word: its other forms. Empty until the query is corrected. */
  readonly otherForms: readonly string[];
};

const maxTerms = 24;
const quotes = /["“”„«»]/;

/** Splits a typed query into words and phrases. The last word may be unfinished. */
export function parseQuery(query: string): SearchTerm[] {
  const terms: SearchTerm[] = [];
  let inQuotes = false;
  let from = 0;
  for (let index = 0; index <= query.length && terms.length < maxTerms; index++) {
    const isAtEnd = index === query.length;
    if (!isAtEnd && !quotes.test(query.charAt(index))) continue;
    terms.push(...termsOf(query.slice(from, index), from, inQuotes, isAtEnd));
    inQuotes = !inQuotes;
    from = index + 1;
  }
  return terms.slice(0, maxTerms);
}

function termsOf(part: string, offset: number, isQuoted: boolean, isAtEnd: boolean): SearchTerm[] {
  const groups: Token[][] = [];
  for (const token of tokenise(part)) {
    const group = groups.at(-1);
    if (group && (isQuoted || token.isJoined)) group.push(token);
    else groups.push([token]);
  }
  const isUnfinished = isAtEnd && !/\s$/.test(part);
  return groups.map((group, index) => {
    const isUnfinishedGroup = isUnfinished && index === groups.length - 1;
    const words = withoutLoneEnd(group);
    const lastWord = words.at(-1)?.word ?? "";
    return {
      words: words.map(({ word, start, end }) => ({ word, start: start + offset, end: end + offset })),
      // Chinese, Japanese and Korean text is indexed as pairs of characters. A single character matches the first of a pair.
      isPrefix: isUnfinishedGroup || (words.length === 1 && isLoneCharacter(lastWord)),
      isQuoted,
      otherForms: [],
    };
  });
}

const isLoneCharacter = (word: string): boolean => Array.from(word).length === 1 && isCjkOrEmoji(word);

/**
 * The tokens of a run of Chinese, Japanese or Korean text are pairs of characters, and then its last character alone. This removes the
 * last token when there is a pair before it, because that pair contains the character. A text has a single character only at the end of
 * a run, so with this token a query would find the run only there.
 */
function withoutLoneEnd(group: readonly Token[]): readonly Token[] {
  const [wordBefore, lastWord] = group.slice(-2);
  return wordBefore && lastWord && isLoneCharacter(lastWord.word) && wordBefore.end > lastWord.start
    ? group.slice(0, -1)
    : group;
}
