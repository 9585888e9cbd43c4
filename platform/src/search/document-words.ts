import type { SearchDocument } from "./search-index.ts";
import { dateWord, tokenise } from "./tokens.ts";

/** A part of a document: words by the place they have in it. */
export type DocumentPart = {
  /** Title, tags and body, each from its first place on; in the first part alone there is more than the body. */
  readonly fields: readonly {
    readonly field: Field;
    readonly from: number;
    /** At each place a word, perhaps with another form of it; nothing at what keeps phrases apart. */
    readonly words: readonly (readonly string[])[];
  }[];
};

/** Where a word stands in an entry. */
export type Field = "title" | "tags" | "body";

/** Words of a body in one part; what is longer is kept in several. */
const partWords = 2_000;
/** So many words of a part stand in the next one too, so that a phrase is found across the border. */
const overlap = 24;
/** Nothing is next to each other across this. */
const gap = 8;

const wordsOf = (text: string): string[][] =>
  tokenise(text).map(({ word, asOne }) => (asOne ? [word, asOne.word] : [word]));

/** The words that an entry is found by, its date among those of its tags, in parts of bounded size. */
export function partsOf(document: SearchDocument): DocumentPart[] {
  const title = wordsOf(document.title);
  const tags = document.tags.flatMap(({ name }) => [...wordsOf(name), []]);
  if (document.localDate !== null) tags.push([dateWord(document.localDate)]);
  const body = wordsOf(document.body);
  const tagsFrom = 1 + title.length + gap;
  const bodyFrom = tagsFrom + tags.length + gap;
  const parts: DocumentPart[] = [
    {
      fields: [
        { field: "title", from: 1, words: title },
        { field: "tags", from: tagsFrom, words: tags },
        { field: "body", from: bodyFrom, words: body.slice(0, partWords) },
      ],
    },
  ];
  for (let at = partWords - overlap; at + overlap < body.length; at += partWords - overlap) {
    parts.push({ fields: [{ field: "body", from: 1, words: body.slice(at, at + partWords) }] });
  }
  return parts;
}
