import type { Position } from "../../event-store/position.ts";
import type { SearchDocument } from "../search-index.ts";
import { dateWord, type Token, tokenise } from "../text/tokens.ts";

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
};

/**
 * The engine ignores the words of a field past the 65,535th. Every part has title and tags, so that filters find each.
 */
const partWords = 50_000;
/** Ends a name, so that no phrase continues into the next: the engine separates words there. */
const sentenceEnd = " . ";

/** Words with spaces between them, followed by those that apostrophes join, as one word. */
function fieldOf(tokens: readonly Token[]): string {
  const words = tokens.map(({ word }) => word).join(" ");
  return [words, ...tokens.flatMap(({ asOne }) => asOne?.word ?? [])].join(sentenceEnd);
}

/** The parts of a document; only a very long text has several. */
export function meiliDocumentsOf(document: SearchDocument, position: Position | null): MeiliDocument[] {
  const { entryId, userId, journalId, created, localDate } = document;
  const body = tokenise(document.body);
  const tags = [
    ...document.tags.map(({ name }) => fieldOf(tokenise(name))),
    ...(localDate ? [dateWord(localDate)] : []),
  ];
  const parts = Math.max(1, Math.ceil(body.length / partWords));
  return Array.from({ length: parts }, (_, part) => ({
    id: `${entryId}-${part}`,
    entryId,
    part,
    userId,
    journalId,
    created,
    position: position ?? "",
    titleOnly: localDate === null && document.tags.length === 0 && body.length === 0,
    title: fieldOf(tokenise(document.title)),
    tags: tags.join(sentenceEnd),
    tagIds: document.tags.map(({ id }) => id),
    body: fieldOf(body.slice(part * partWords, (part + 1) * partWords)),
  }));
}

const comparable = (documents: readonly MeiliDocument[]): string =>
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

/** True when both are equal, apart from their positions in the log. */
export const sameDocuments = (some: readonly MeiliDocument[], others: readonly MeiliDocument[]): boolean =>
  comparable(some) === comparable(others);
