import { partsOf, type DocumentPart, type Field } from "./document-words.ts";
import type { QueryWord, SearchTerm } from "./parse-query.ts";
import type { SearchDocument } from "./search-index.ts";
import { isUnspelled } from "./tokens.ts";

/** How words stand in a `tsvector`: owner, what they are, and the word itself. */
type Kind = "any" | "title" | "whole" | "tag" | "pair";
const marks: Readonly<Record<Kind, string>> = { any: ".", title: "+", whole: "=", tag: "#", pair: "~" };
const weights: Readonly<Record<Field, string>> = { title: "A", tags: "B", body: "D" };
/** What PostgreSQL keeps of one word's places. */
const mostPlaces = 255;

const lexeme = (userId: number, kind: Kind, word: string): string => userId.toString(36) + marks[kind] + word;
const quote = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/**
 * Words that stand in nearly every text are short ones. What two of them form together is kept as a word of its own, so that
 * a phrase such as "so to bed" need not be looked up in every entry that has these three somewhere.
 */
const isCommonPair = (word: string, next: string): boolean =>
  shortWord.test(word) && shortWord.test(next) && !isUnspelled(word) && !isUnspelled(next);
const shortWord = /^[\p{L}\p{M}]{1,3}$/u;
const pairOf = (word: string, next: string): string => `${word} ${next}`;

/** Nobody types a longer title in whole. */
const mostTitleWords = 8;
const wholeTitle = (words: readonly string[]): string[] =>
  words.length > 0 && words.length <= mostTitleWords ? [words.join(" ")] : [];

function partText(document: SearchDocument, part: DocumentPart): string {
  const places = new Map<string, string[]>();
  const add = (kind: Kind, word: string, place: string): void => {
    const key = lexeme(document.userId, kind, word);
    const known = places.get(key);
    if (!known) places.set(key, [place]);
    else if (known.length < mostPlaces) known.push(place);
  };
  const pairs = new Set<string>();
  const title: string[] = [];
  for (const { field, from, words } of part.fields) {
    for (const [at, forms] of words.entries()) {
      const place = `${from + at}${weights[field]}`;
      for (const word of forms) {
        add("any", word, place);
        if (field === "title") add("title", word, place);
      }
      const [word = "", next = ""] = [forms[0], words[at + 1]?.[0]];
      if (isCommonPair(word, next)) pairs.add(pairOf(word, next));
    }
    if (field === "title") title.push(...wholeTitle(words.map(([word = ""]) => word)));
  }
  const words = [...places].map(([key, all]) => `${quote(key)}:${all.join(",")}`);
  const tags = document.tags.map(({ id }) => quote(lexeme(document.userId, "tag", String(id))));
  const short = [...pairs].map((pair) => quote(lexeme(document.userId, "pair", pair)));
  const whole = title.map((all) => quote(lexeme(document.userId, "whole", all)));
  return [...words, ...short, ...whole, ...tags].join(" ");
}

/** The parts of a document, each as a `tsvector` is written. */
export const vectorsOf = (document: SearchDocument): string[] =>
  partsOf(document).map((part) => partText(document, part));

/** What a person's words begin with in a `tsvector`. */
export const ownWordsStart = (userId: number): string => userId.toString(36) + marks.any;

/** What a term that is a phrase cannot do without, as a `tsquery` is written; nothing where that is not kept. */
export function pairQueries(userId: number, { words, prefix }: SearchTerm): string[] {
  return words.flatMap(({ word }, at) => {
    const next = words[at + 1]?.word ?? "";
    const isLast = at + 2 === words.length;
    if (!isCommonPair(word, next) || (prefix && isLast)) return [];
    return [quote(lexeme(userId, "pair", pairOf(word, next)))];
  });
}

/** The condition that a title is just these words, as a `tsquery` is written; `null` where that is not kept. */
export function wholeTitleQuery(userId: number, terms: readonly SearchTerm[]): string | null {
  const [title] = wholeTitle(terms.flatMap(({ words }) => words.map(({ word }) => word)));
  return title === undefined ? null : quote(lexeme(userId, "whole", title));
}

/** The condition that a tag stands on an entry, as a `tsquery` is written. */
export const tagQuery = (userId: number, tagId: number): string =>
  quote(lexeme(userId, "tag", String(tagId)));

/** One term as a `tsquery` is written, anywhere in an entry or in its title alone; without `prefix`, whole words only. */
export function termQuery(
  userId: number,
  { words, prefix }: Pick<SearchTerm, "prefix"> & { readonly words: readonly Pick<QueryWord, "word">[] },
  kind: "any" | "title",
): string {
  const written = words.map(({ word }, at) => {
    const mark = prefix && at === words.length - 1 ? ":*" : "";
    return quote(lexeme(userId, kind, word)) + mark;
  });
  return `(${written.join(" <-> ")})`;
}
