import type { SearchDocument } from "../search-index.ts";
import { wordOfDate, tokenise } from "./tokens.ts";

/** A part of a document: words by their positions. */
export type DocumentPart = {
  /** Title, tags and body. `from` is the position of the first word. Only the first part has title and tags. */
  readonly fields: readonly {
    readonly field: Field;
    readonly from: number;
    /** At each position a word, perhaps with the compound that begins there; nothing at a position that separates phrases. */
    readonly words: readonly (readonly string[])[];
  }[];
};

/** A field of an entry whose words are searched. */
export type Field = "title" | "tags" | "body";

/** Words of a body in one part; longer bodies have several parts. */
const wordsPerPart = 2_000;
/** How many words of a part are repeated in the next one, so that a phrase across the border is found. */
const overlapWords = 24;
/** A distance in positions that no phrase can span. */
const gap = 8;

const wordsOf = (text: string): string[][] =>
  tokenise(text).map(({ word, compound }) => (compound ? [word, compound.word] : [word]));

/** The words that find an entry, in parts of bounded size. Its date is among the words of its tags. */
export function partsOf(document: SearchDocument): DocumentPart[] {
  const title = wordsOf(document.title);
  const tags = document.tags.flatMap(({ name }) => [...wordsOf(name), []]);
  if (document.localDate !== null) tags.push([wordOfDate(document.localDate)]);
  const body = wordsOf(document.body);
  const tagsFrom = 1 + title.length + gap;
  const bodyFrom = tagsFrom + tags.length + gap;
  const parts: DocumentPart[] = [
    {
      fields: [
        { field: "title", from: 1, words: title },
        { field: "tags", from: tagsFrom, words: tags },
        { field: "body", from: bodyFrom, words: body.slice(0, wordsPerPart) },
      ],
    },
  ];
  for (
    let start = wordsPerPart - overlapWords;
    start + overlapWords < body.length;
    start += wordsPerPart - overlapWords
  ) {
    parts.push({ fields: [{ field: "body", from: 1, words: body.slice(start, start + wordsPerPart) }] });
  }
  return parts;
}
