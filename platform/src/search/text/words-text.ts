import { partsOf, type DocumentPart, type Field } from "./document-words.ts";
import type { QueryWord, SearchTerm } from "./parse-query.ts";
import type { SearchDocument } from "../search-index.ts";
import { isCjkOrEmoji } from "./tokens.ts";

/**
 * The kinds of words in a `tsvector`: a word anywhere, a word of the title, a whole title, the id of a tag, and two short words
 * next to each other. Each lexeme consists of owner, kind and word.
 */
type Kind = "any" | "title" | "whole" | "tag" | "pair";
const kindMarks: Readonly<Record<Kind, string>> = { any: ".", title: "+", whole: "=", tag: "#", pair: "~" };
const weights: Readonly<Record<Field, string>> = { title: "A", tags: "B", body: "D" };
/** PostgreSQL's limit for the positions of one lexeme. */
const maxPositions = 255;

const lexeme = (userId: number, kind: Kind, word: string): string =>
  userId.toString(36) + kindMarks[kind] + word;
const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/**
 * Words that are in nearly every text are short. Two of them next to each other are stored as one more word, so
 * that a phrase such as "so to bed" need not be looked up in every entry that has all three somewhere. Chinese,
 * Japanese and Korean words form no such pairs: nearly all of them are short, so nearly all would form pairs.
 */
const areBothShort = (word: string, nextWord: string): boolean =>
  shortWord.test(word) && shortWord.test(nextWord) && !isCjkOrEmoji(word) && !isCjkOrEmoji(nextWord);
const shortWord = /^[\p{L}\p{M}]{1,3}$/u;
const pairOf = (word: string, nextWord: string): string => `${word} ${nextWord}`;

/** People do not type longer titles in full. */
const maxTitleWords = 8;
const joinTitle = (words: readonly string[]): string[] =>
  words.length > 0 && words.length <= maxTitleWords ? [words.join(" ")] : [];

function vectorOfPart(document: SearchDocument, part: DocumentPart): string {
  const positionsByLexeme = new Map<string, string[]>();
  const add = (kind: Kind, word: string, position: string): void => {
    const key = lexeme(document.userId, kind, word);
    const positions = positionsByLexeme.get(key);
    if (!positions) positionsByLexeme.set(key, [position]);
    else if (positions.length < maxPositions) positions.push(position);
  };
  const pairs = new Set<string>();
  const wholeTitles: string[] = [];
  for (const { field, from, words } of part.fields) {
    for (const [index, wordsHere] of words.entries()) {
      const position = `${from + index}${weights[field]}`;
      for (const word of wordsHere) {
        add("any", word, position);
        if (field === "title") add("title", word, position);
      }
      const [word = "", nextWord = ""] = [wordsHere[0], words[index + 1]?.[0]];
      if (areBothShort(word, nextWord)) pairs.add(pairOf(word, nextWord));
    }
    if (field === "title") wholeTitles.push(...joinTitle(words.map(([word = ""]) => word)));
  }
  const words = [...positionsByLexeme].map(([key, positions]) => `${quote(key)}:${positions.join(",")}`);
  const tags = document.tags.map(({ id }) => quote(lexeme(document.userId, "tag", String(id))));
  const pairLexemes = [...pairs].map((pair) => quote(lexeme(document.userId, "pair", pair)));
  const wholeTitleLexemes = wholeTitles.map((title) => quote(lexeme(document.userId, "whole", title)));
  return [...words, ...pairLexemes, ...wholeTitleLexemes, ...tags].join(" ");
}

/** The parts of a document, each in `tsvector` syntax. */
export const vectorsOf = (document: SearchDocument): string[] =>
  partsOf(document).map((part) => vectorOfPart(document, part));

/** The prefix of a person's words in a `tsvector`. */
export const ownWordsPrefix = (userId: number): string => userId.toString(36) + kindMarks.any;

/**
 * The conditions that an entry has the pairs of short words in a phrase, in `tsquery` syntax. A pair whose second word may be unfinished
 * is left out, because only pairs of whole words are stored.
 */
export function pairQueries(userId: number, { words, isPrefix }: SearchTerm): string[] {
  return words.flatMap(({ word }, index) => {
    const nextWord = words[index + 1]?.word ?? "";
    const isLast = index + 2 === words.length;
    if (!areBothShort(word, nextWord) || (isPrefix && isLast)) return [];
    return [quote(lexeme(userId, "pair", pairOf(word, nextWord)))];
  });
}

/** The condition that a title is exactly these words, in `tsquery` syntax. `null` without words, and for more than `maxTitleWords`. */
export function wholeTitleQuery(userId: number, terms: readonly SearchTerm[]): string | null {
  const [title] = joinTitle(terms.flatMap(({ words }) => words.map(({ word }) => word)));
  return title === undefined ? null : quote(lexeme(userId, "whole", title));
}

/** The condition that an entry has a tag, in `tsquery` syntax. */
export const tagQuery = (userId: number, tagId: number): string =>
  quote(lexeme(userId, "tag", String(tagId)));

/**
 * The condition that an entry has a term or one of its other forms, anywhere or in the title, in `tsquery` syntax. With `isPrefix`, the
 * last word of the term may be the beginning of a longer word.
 */
export function termQuery(
  userId: number,
  {
    words,
    isPrefix,
    otherForms,
  }: Pick<SearchTerm, "isPrefix" | "otherForms"> & { readonly words: readonly Pick<QueryWord, "word">[] },
  kind: "any" | "title",
): string {
  const lexemes = words.map(({ word }, index) => {
    const suffix = isPrefix && index === words.length - 1 ? ":*" : "";
    return quote(lexeme(userId, kind, word)) + suffix;
  });
  return `(${[lexemes.join(" <-> "), ...otherForms.map((word) => quote(lexeme(userId, kind, word)))].join(" | ")})`;
}
