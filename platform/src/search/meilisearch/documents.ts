import type { Position } from "../../event-store/position.ts";
import type { SearchDocument } from "../search-index.ts";
import { languageOfText } from "../text/languages.ts";
import { wordOfDate, type Token, tokenise } from "../text/tokens.ts";

/** A part of an entry in the engine: normalised words with a space between them. */
export type MeiliDocument = {
  readonly id: string;
  readonly entryId: number;
  readonly part: number;
  readonly userId: number;
  readonly journalId: number;
  readonly created: number;
  readonly position: string;
  /** True behind a lock: the document has only the title. */
  readonly titleOnly: boolean;
  readonly title: string;
  readonly tags: string;
  readonly tagIds: readonly number[];
  readonly body: string;
  /** Each word and each compound (such as `dont`) once: to filter by, and to look up a person's words. */
  readonly words: readonly string[];
  readonly titleWords: readonly string[];
  /** The language of the text, in the first part. */
  readonly language: string | null;
};

/**
 * The engine ignores the words of a field past the 65,535th. Every part has the title and the tags, so that a query may combine
 * their words with words of any part.
 */
const wordsPerPart = 50_000;
/** Separates tag names and compounds, so that no phrase continues from one into the next. */
const sentenceEnd = " . ";

/** The words with spaces between them, then each compound, such as `dont` for "don't". */
function fieldOf(tokens: readonly Token[]): string {
  const words = tokens.map(({ word }) => word).join(" ");
  return [words, ...tokens.flatMap(({ compound }) => compound?.word ?? [])].join(sentenceEnd);
}

const wordsOf = (tokens: readonly Token[]): string[] => [
  ...new Set(tokens.flatMap(({ word, compound }) => (compound ? [word, compound.word] : [word]))),
];

/** The parts of a document; only a very long text has several. */
export function meiliDocumentsOf(document: SearchDocument, position: Position | null): MeiliDocument[] {
  const { entryId, userId, journalId, created, localDate } = document;
  const body = tokenise(document.body);
  const title = tokenise(document.title);
  const tagNames = document.tags.map(({ name }) => tokenise(name));
  const dateWords = localDate ? [wordOfDate(localDate)] : [];
  const tags = [...tagNames.map(fieldOf), ...dateWords];
  const titleWords = wordsOf(title);
  const language = languageOfText(new Set(wordsOf([...title, ...body])));
  const parts = Math.max(1, Math.ceil(body.length / wordsPerPart));
  const tokensOfPart = (part: number): readonly Token[] =>
    body.slice(part * wordsPerPart, (part + 1) * wordsPerPart);
  return Array.from({ length: parts }, (_, part) => ({
    id: `${entryId}-${part}`,
    entryId,
    part,
    userId,
    journalId,
    created,
    position: position ?? "",
    titleOnly: localDate === null && document.tags.length === 0 && body.length === 0,
    title: fieldOf(title),
    tags: tags.join(sentenceEnd),
    tagIds: document.tags.map(({ id }) => id),
    body: fieldOf(tokensOfPart(part)),
    words: [
      ...new Set([...titleWords, ...tagNames.flatMap(wordsOf), ...dateWords, ...wordsOf(tokensOfPart(part))]),
    ],
    titleWords,
    language: part === 0 ? language : null,
  }));
}

const comparableJson = (documents: readonly MeiliDocument[]): string =>
  JSON.stringify(
    documents
      .map(({ id, entryId, part, userId, journalId, created, title, tags, tagIds, body }) => [
        id,
        entryId,
        part,
        userId,
        journalId,
        created,
        title,
        tags,
        tagIds,
        body,
      ])
      .sort((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
  );

/**
 * True when both are equal, apart from their positions in the log. The fields that are computed from the compared fields are not
 * compared.
 */
export const areSameDocuments = (a: readonly MeiliDocument[], b: readonly MeiliDocument[]): boolean =>
  comparableJson(a) === comparableJson(b);
