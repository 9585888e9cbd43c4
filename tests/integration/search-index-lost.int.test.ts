import { IndexOfAnotherLog, IndexSwapped, type SearchIndex } from "@daybook/platform/search/search-index";
import { startSearchIndexer } from "@daybook/search-indexer/main";
import { describe, expect, it, vi } from "vitest";
import { countFound, pollOptions, useIndexer } from "./indexer-steps.ts";

const { setup, expectFound } = useIndexer();

describe("lost and foreign indexes", () => {
  it("the loss of an index is noticed while nothing is written, and the index is filled again", async () => {
    let isLost = false;
    /** While `isLost`, its writer reports that the index was swapped or lost. */
    const swappedIndex: SearchIndex = {
      ...setup.index,
      async openWriter() {
        const writer = await setup.index.openWriter();
        const checkpoint = () => (isLost ? Promise.reject(new IndexSwapped()) : writer.checkpoint());
        return { ...writer, checkpoint };
      },
    };
    /** The same index. A writer that is opened while `isLost` starts on an empty index, and works again. */
    const emptiedIndex: SearchIndex = {
      ...swappedIndex,
      async openWriter() {
        if (isLost) {
          await setup.platform.pools.durable.query("UPDATE search.indexes SET position = NULL");
          isLost = false;
        }
        return swappedIndex.openWriter();
      },
    };
    const role = await startSearchIndexer(setup.platform, { index: emptiedIndex, maintainEveryMs: 20 });
    try {
      await setup.diarist.write({ title: "Lost and found" });
      await expectFound("lost found", 1);
      await setup.platform.pools.durable.query(
        "TRUNCATE search.documents_a, search.documents_b, search.words_a, search.words_b",
      );
      expect(await countFound(setup.diarist.person, "lost found")).toBe(0);
      isLost = true;
      await expectFound("lost found", 1);
    } finally {
      await role.stop();
    }
  });

  it("an index that belongs to another Daybook is reported as degraded, with the reason in the log", async () => {
    const indexOfOtherDaybook: SearchIndex = {
      ...setup.index,
      openWriter: () => Promise.reject(new IndexOfAnotherLog("another log")),
    };
    const role = await startSearchIndexer(setup.platform, { index: indexOfOtherDaybook });
    try {
      await vi.waitFor(async () => expect(await role.health()).toEqual({ status: "degraded" }), pollOptions);
      await vi.waitFor(
        () => expect(setup.daybook.log()).toContain("belongs to another Daybook"),
        pollOptions,
      );
    } finally {
      await role.stop();
    }
  });
});

describe("concurrent writes", () => {
  it("an index gets everything again when one of several concurrent writes fails", async () => {
    for (let n = 0; n < 9; n++) await setup.diarist.write({ title: `Wharf ${n}` });
    let writes = 0;
    let earlierWrites: Promise<unknown> = Promise.resolve();
    const failingIndex: SearchIndex = {
      ...setup.index,
      async openWriter() {
        const writer = await setup.index.openWriter();
        return {
          ...writer,
          put(documents, position) {
            const isFirst = writes++ === 0;
            // Each write waits for the earlier ones, as in an engine that queues them.
            const writeDone = earlierWrites.then(() =>
              isFirst ? Promise.reject(new Error("killed")) : writer.put(documents, position),
            );
            earlierWrites = writeDone.catch(() => {});
            return writeDone;
          },
        };
      },
      writeSize: { ...setup.index.writeSize, entries: 2, maxConcurrent: 2 },
    };
    const role = await startSearchIndexer(setup.platform, { index: failingIndex });
    try {
      await expectFound("wharf", 9);
      await vi.waitFor(async () => {
        expect((await setup.index.status()).checkpoint).toBe(await setup.platform.store.head());
      }, pollOptions);
    } finally {
      await role.stop();
    }
  });
});
