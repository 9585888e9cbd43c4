import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { toPosition } from "../../event-store/position.ts";
import { parseQuery } from "../text/parse-query.ts";
import { describeSearchContract } from "../search-contract.ts";
import { sampleDocument } from "../testing/search-kit.ts";
import type { SearchIndex, SearchRequest, SearchWriter } from "../search-index.ts";
import { testCheckpoints } from "./test-checkpoints.ts";
import { createTestIndexes, meilisearchUrl } from "./test-server.ts";

const query = (userId: number, text: string): SearchRequest => ({
  userId,
  terms: parseQuery(text),
  tagId: null,
  journalIds: [7],
  titleOnlyJournalIds: [],
  titleOnlyEntryIds: [],
  withoutIds: [],
  order: "relevance",
  limit: 10,
  offset: 0,
});

// Needs a server that npm cannot install: `MEILISEARCH_URL=http://127.0.0.1:7700 MEILISEARCH_KEY=… npm test`.
describe.skipIf(!meilisearchUrl)("with a server that MEILISEARCH_URL names", () => {
  const sharedIndexes = createTestIndexes();
  afterAll(() => sharedIndexes.drop());
  describeSearchContract("Meilisearch", async () => sharedIndexes.index);

  describe("indexes on that server", () => {
    let testIndexes: ReturnType<typeof createTestIndexes>;
    beforeEach(() => {
      testIndexes = createTestIndexes();
    });
    afterEach(() => testIndexes.drop());

    /** Writes one entry at position 5. */
    async function fill(writer: SearchWriter, userId: number): Promise<void> {
      await writer.put([sampleDocument(userId, { body: "lobsters and oysters" })], toPosition(5));
      await writer.saveCheckpoint(toPosition(5));
    }
    const fillIndex = async (index: SearchIndex, userId: number): Promise<void> =>
      fill(await index.openWriter(), userId);

    it("an index keeps its checkpoint for another process, and has none for a database that never filled the index", async () => {
      await fillIndex(testIndexes.index, 1);
      expect(await (await testIndexes.openAnother({}).openWriter()).checkpoint()).toBe("5");
      // A restored backup has the log, but not the checkpoints.
      const restoredIndex = testIndexes.openAnother({ checkpoints: testCheckpoints() });
      expect(await (await restoredIndex.openWriter()).checkpoint()).toBeNull();
    });

    it("an index refuses another log with a message that says what to do, until it is rebuilt from that log", async () => {
      await fillIndex(testIndexes.index, 1);
      const indexOfOtherLog = testIndexes.openAnother({
        checkpoints: testCheckpoints(),
        logId: async () => "another",
      });
      await expect(indexOfOtherLog.openWriter()).rejects.toThrow("belongs to another Daybook");
      await expect(indexOfOtherLog.find(query(1, "lobsters"))).rejects.toThrow("npm run search -- rebuild");
      expect((await testIndexes.index.find(query(1, "lobsters"))).total).toBe(1);
      await indexOfOtherLog.rebuild(async (writer) => {
        await writer.put([sampleDocument(1, { body: "crabs" })], toPosition(2));
        await writer.saveCheckpoint(toPosition(2));
      });
      expect((await indexOfOtherLog.find(query(1, "crabs"))).total).toBe(1);
      expect(await (await indexOfOtherLog.openWriter()).checkpoint()).toBe("2");
      await expect(testIndexes.index.openWriter()).rejects.toThrow("belongs to another Daybook");
    });

    it("an index belongs to a log as soon as the log has an event", async () => {
      let currentLogId = "";
      const index = testIndexes.openAnother({ logId: async () => currentLogId });
      await index.openWriter();
      currentLogId = "first";
      await index.openWriter();
      await expect(testIndexes.openAnother({ logId: async () => "second" }).openWriter()).rejects.toThrow(
        "another Daybook",
      );
    });

    it("a lost index has no checkpoint, and a running writer notices the loss", async () => {
      await fillIndex(testIndexes.index, 1);
      const writer = await testIndexes.index.openWriter();
      await testIndexes.drop();
      await expect(writer.put([sampleDocument(1)], toPosition(6))).rejects.toThrow("taken the place");
      await expect(writer.saveCheckpoint(toPosition(6))).rejects.toThrow("taken the place");
      expect(await (await testIndexes.index.openWriter()).checkpoint()).toBeNull();
      expect((await testIndexes.index.find(query(1, "lobsters"))).total).toBe(0);
    });

    it("an index that lost only its documents has no checkpoint, and a running writer notices the loss", async () => {
      await fillIndex(testIndexes.index, 1);
      const writer = await testIndexes.index.openWriter();
      await testIndexes.client.deleteIndex(testIndexes.names.live).waitTask({ timeout: 120_000 });
      expect((await testIndexes.index.find(query(1, "lobsters"))).total).toBe(0);
      await expect(writer.checkpoint()).rejects.toThrow("taken the place");
      expect(await (await testIndexes.index.openWriter()).checkpoint()).toBeNull();
    });

    it("an index needs one task of the engine to write a batch, and none to save its checkpoint", async () => {
      await fillIndex(testIndexes.index, 1);
      const writer = await testIndexes.index.openWriter();
      const indexUids = Object.values(testIndexes.names);
      const tasksBefore = (await testIndexes.client.tasks.getTasks({ indexUids })).total;
      await writer.put(
        Array.from({ length: 50 }, () => sampleDocument(1, { body: "oysters" })),
        toPosition(6),
      );
      await writer.saveCheckpoint(toPosition(6));
      expect((await testIndexes.client.tasks.getTasks({ indexUids })).total).toBe(tasksBefore + 1);
    });

    it("an index removes surplus parts when a text becomes shorter", async () => {
      const writer = await testIndexes.index.openWriter();
      const longDocument = sampleDocument(1, { body: `${"word ".repeat(50_001)} walnut` });
      await writer.put([longDocument], toPosition(1));
      expect((await testIndexes.index.find(query(1, "walnut"))).total).toBe(1);
      await writer.put([{ ...longDocument, body: "short" }], toPosition(2));
      expect((await testIndexes.index.find(query(1, "walnut"))).total).toBe(0);
      expect(await testIndexes.index.findDiffering([{ ...longDocument, body: "short" }])).toEqual([]);
    });

    it("before an index exists, reads are answered as by an empty index, and create none", async () => {
      const document = sampleDocument(1);
      expect((await testIndexes.index.find(query(1, "lobsters"))).total).toBe(0);
      expect(await testIndexes.index.entryIdsAfter(0, 10)).toEqual([]);
      expect(await testIndexes.index.findDiffering([document])).toEqual([document.entryId]);
      const { results } = await testIndexes.client.getRawIndexes({ limit: 1_000 });
      expect(results.filter(({ uid }) => uid.startsWith(testIndexes.prefix))).toEqual([]);
    });

    it("an index starts no task that fails in the engine", async () => {
      await fillIndex(testIndexes.index, 1);
      await fillIndex(testIndexes.openAnother({}), 1);
      await testIndexes.index.emptySpareIndex();
      await testIndexes.index.removeUser(2);
      await testIndexes.index.rebuild((writer) => writer.saveCheckpoint(toPosition(7)));
      const { results } = await testIndexes.client.tasks.getTasks({
        indexUids: Object.values(testIndexes.names),
        statuses: ["failed", "canceled"],
      });
      expect(results).toEqual([]);
    });

    it("a rebuild that a later one replaced fails, so the later one goes live only when it is filled", async () => {
      const otherIndex = testIndexes.openAnother({});
      let fillOther: () => void = () => {};
      const mayFill = new Promise<void>((resolve) => (fillOther = resolve));
      let otherRebuild: Promise<void> | undefined;
      const rebuild = testIndexes.index.rebuild(
        () =>
          new Promise((resolve) => {
            otherRebuild = otherIndex.rebuild(async (writer) => {
              resolve();
              await mayFill;
              await fill(writer, 1);
            });
          }),
      );
      await expect(rebuild).rejects.toThrow("taken the place");
      fillOther();
      await otherRebuild;
      expect((await testIndexes.index.find(query(1, "lobsters"))).total).toBe(1);
    });

    it("no account is removed from the index of another log", async () => {
      await fillIndex(testIndexes.index, 1);
      const indexOfOtherLog = testIndexes.openAnother({ logId: async () => "another" });
      await expect(indexOfOtherLog.removeUser(1)).rejects.toThrow("belongs to another Daybook");
      expect((await testIndexes.index.find(query(1, "lobsters"))).total).toBe(1);
    });

    it("a failed rebuild rejects with the original error", async () => {
      const failure = new TypeError("a read model is missing");
      await expect(testIndexes.index.rebuild(() => Promise.reject(failure))).rejects.toBe(failure);
    });

    it("exact matches of the last word come before its other forms, and corrections are reported", async () => {
      const writer = await testIndexes.index.openWriter();
      const texts = [
        "many lobsters",
        "a lobster",
        "my Lord Sandwich",
        "the loster",
        "weekend",
        "a long week ends",
      ];
      const documents = texts.map((body) => sampleDocument(1, { body }));
      await writer.put(documents, toPosition(1));
      const idsOf = async (text: string) => (await testIndexes.index.find(query(1, text))).ids;
      expect(await idsOf("lobsters")).toEqual([documents[0]?.entryId, documents[1]?.entryId]);
      expect(await idsOf("weekend")).toEqual([documents[4]?.entryId]);
      const correctedResult = await testIndexes.index.find(query(1, "my sandwhich"));
      expect(correctedResult.corrections).toEqual([
        { word: "sandwhich", start: 3, end: 12, replacement: "sandwich" },
      ]);
      expect(correctedResult.terms[1]?.words[0]?.word).toBe("sandwich");
      expect(await idsOf("fobsters")).toContain(documents[0]?.entryId);
    });
  });
});
