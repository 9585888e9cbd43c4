import { MeilisearchTaskTimeOutError } from "meilisearch";
import { expect, it, onTestFinished } from "vitest";
import { startSilentServer } from "../../testing/silent-server.ts";
import { awaitTask } from "./engine.ts";
import { createMeilisearch } from "./meilisearch-index.ts";
import { meiliDocumentsOf, areSameDocuments } from "./documents.ts";
import { titleOnlyFilterOf, filterOf, writeQuery } from "./query.ts";
import { testCheckpoints } from "./test-checkpoints.ts";
import { parseQuery } from "../text/parse-query.ts";
import { sampleDocument } from "../testing/search-kit.ts";
import { SearchUnavailable, type SearchRequest } from "../search-index.ts";

const request: SearchRequest = {
  userId: 7,
  terms: parseQuery("lord"),
  tagId: null,
  journalIds: [1, 2],
  titleOnlyJournalIds: [],
  titleOnlyEntryIds: [],
  withoutIds: [],
  order: "relevance",
  limit: 10,
  offset: 0,
};

it.each([
  ["my lord", '"my" lord'],
  ["my lord ", '"my" "lord" '],
  ['"so to bed" hinch', '"so to bed" hinch'],
  ["well-known", '"well" known'],
  ['a" OR userId = 8" ', '"a" "or userid 8" '],
])("the query %j is written as %j for Meilisearch", (query, engineQuery) => {
  expect(writeQuery(parseQuery(query))).toBe(engineQuery);
});

it("a search is filtered by person and by lock", () => {
  expect(filterOf(request)).toBe("userId = 7 AND journalId IN [1, 2]");
  expect(titleOnlyFilterOf(request)).toBeNull();
  const requestWithLocks = {
    ...request,
    tagId: null,
    titleOnlyJournalIds: [2],
    titleOnlyEntryIds: [9],
    withoutIds: [3],
  };
  const hiddenFilter = "((journalId IN [2] OR entryId IN [9]) AND NOT titleOnly = true)";
  const readerFilter = "userId = 7 AND journalId IN [1, 2] AND NOT entryId IN [3]";
  expect(filterOf(requestWithLocks)).toBe(`${readerFilter} AND NOT ${hiddenFilter}`);
  expect(titleOnlyFilterOf(requestWithLocks)).toBe(`${readerFilter} AND ${hiddenFilter}`);
  expect(titleOnlyFilterOf({ ...requestWithLocks, tagId: 4 })).toBeNull();
});

it("a document that has only a title is marked, and a long text is divided into parts", () => {
  const lockedDocument = sampleDocument(7, { title: "Secret", localDate: null });
  expect(meiliDocumentsOf(lockedDocument, null)).toMatchObject([
    { title: "secret", titleOnly: true, tags: "", body: "" },
  ]);
  const longDocument = sampleDocument(7, {
    body: "word ".repeat(120_000),
    tags: [{ id: 3, name: "Long One" }],
  });
  const parts = meiliDocumentsOf(longDocument, null);
  expect(parts.map(({ part, tagIds, titleOnly }) => [part, tagIds, titleOnly])).toEqual([
    [0, [3], false],
    [1, [3], false],
    [2, [3], false],
  ]);
  expect(areSameDocuments(parts.toReversed(), meiliDocumentsOf(longDocument, null))).toBe(true);
  expect(areSameDocuments(parts, meiliDocumentsOf({ ...longDocument, created: 0 }, null))).toBe(false);
});

it("the index is unavailable when no server answers, and the error does not contain the query", async () => {
  const index = createMeilisearch({
    url: "http://127.0.0.1:9",
    key: "k",
    checkpoints: testCheckpoints(),
    logId: async () => "log",
  });
  const failure = await index.find(request).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(SearchUnavailable);
  expect(String(failure)).not.toContain("lord");
  await expect(index.openWriter()).rejects.toThrow(SearchUnavailable);
});

it("an engine that never answers is reported as unavailable, and then is not asked for a while", async () => {
  const server = await startSilentServer();
  onTestFinished(() => server.close());
  const url = `http://127.0.0.1:${server.port}`;
  const index = createMeilisearch(
    { url, key: "none", checkpoints: testCheckpoints(), logId: async () => "log" },
    { answerMs: 100, outageMs: 3_600_000 },
  );
  await expect(index.find(request)).rejects.toBeInstanceOf(SearchUnavailable);
  const connectionsBefore = server.countConnections();
  await expect(index.find(request)).rejects.toBeInstanceOf(SearchUnavailable);
  expect(server.countConnections()).toBe(connectionsBefore);
});

it("the state of a task is requested less and less often, and the failure of the task is reported", async () => {
  const intervals: (number | undefined)[] = [];
  const task = {
    async waitTask({ interval }: { interval?: number }) {
      intervals.push(interval);
      if (intervals.length < 3) throw new MeilisearchTaskTimeOutError(1, 1_000);
      return { status: "failed", error: { code: "no_space_left_on_device" } };
    },
  };
  await expect(awaitTask(task)).rejects.toThrow("no_space_left_on_device");
  expect(intervals).toEqual([20, 50, 250]);
});
