import { randomInt } from "node:crypto";
import { beforeAll } from "vitest";
import { toPosition } from "../../event-store/position.ts";
import type {
  SearchDocument,
  SearchIndex,
  SearchRequest,
  SearchResult,
  SearchWriter,
} from "../search-index.ts";
import { parseQuery } from "../text/parse-query.ts";

/** The journal of the sample documents. */
const journalId = 7;
let lastId = randomInt(1, 2 ** 40);
/** An id that nothing in the index has. */
const newId = (): number => ++lastId;

/** A document of a person. New documents differ in their `created`, and have the same `localDate`. */
export const sampleDocument = (userId: number, overrides: Partial<SearchDocument> = {}): SearchDocument => {
  const entryId = overrides.entryId ?? newId();
  return {
    entryId,
    userId,
    journalId,
    created: Date.UTC(1660, 0, 1) + (entryId % 100_000) * 86_400_000,
    localDate: "1660-01-11",
    title: "",
    tags: [],
    body: "",
    ...overrides,
  };
};

/**
 * Opens the index before the first test, and fills `setup` with it. Returns functions that write and find. A test may replace the
 * writer.
 */
export function useSearchIndex(open: () => Promise<SearchIndex>) {
  const setup = {} as { index: SearchIndex; writer: SearchWriter };
  beforeAll(async () => {
    setup.index = await open();
    setup.writer = await setup.index.openWriter();
  });
  const find = (userId: number, query: string, extra: Partial<SearchRequest> = {}): Promise<SearchResult> =>
    setup.index.find({
      userId,
      terms: parseQuery(query),
      tagId: null,
      journalIds: [journalId, 8, 9],
      titleOnlyJournalIds: [],
      titleOnlyEntryIds: [],
      withoutIds: [],
      order: "relevance",
      limit: 10,
      offset: 0,
      ...extra,
    });

  /** Writes texts of a new person. Returns the person and the entries. */
  async function write(...texts: readonly (string | Partial<SearchDocument>)[]) {
    const userId = newId();
    const documents = texts.map((text) =>
      sampleDocument(userId, typeof text === "string" ? { body: text } : text),
    );
    await setup.writer.put(documents, toPosition(1));
    return { userId, documents, ids: documents.map(({ entryId }) => entryId) };
  }

  return { setup, find, write };
}

/** See {@link useSearchIndex}. */
export type SearchKit = ReturnType<typeof useSearchIndex>;
