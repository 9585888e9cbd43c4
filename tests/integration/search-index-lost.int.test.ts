import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import { IndexOfAnotherLog, IndexSwapped, type SearchIndex } from "@daybook/platform/search/search-index";
import type { Platform } from "@daybook/platform/platform";
import { startSearchIndexer } from "@daybook/search-indexer/main";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
let platform: Platform;
let diarist: Diarist;
let index: SearchIndex;

beforeAll(async () => {
  daybook = await startTestDaybook();
  ({ platform } = daybook);
  diarist = await newDiarist(daybook);
  index = createPostgresSearch({ pool: platform.pools.relaxed });
  // From here on these tests run the indexer themselves.
  await platform.roles.get("search-indexer")?.stop();
});
afterAll(() => daybook?.stop());

const pollOptions = { timeout: 60_000, interval: 25 };
const countFound = async (person: RemoteDaybook, query: string): Promise<number> =>
  ok(await person.call("search", { query: { query } })).total_entries;
const expectFound = (query: string, expected: number): Promise<void> =>
  vi.waitFor(async () => expect(await countFound(diarist.person, query)).toBe(expected), pollOptions);

describe("an index that is not the one that the indexer filled", () => {
  it("is noticed while nothing is written, and filled again", async () => {
    let isLost = false;
    const indexThatIsLost: SearchIndex = {
      ...index,
      async openWriter() {
        const writer = await index.openWriter();
        const checkpoint = () => (isLost ? Promise.reject(new IndexSwapped()) : writer.checkpoint());
        return { ...writer, checkpoint };
      },
    };
    const indexThatIsEmptied: SearchIndex = {
      ...indexThatIsLost,
      async openWriter() {
        if (isLost) {
          await platform.pools.durable.query("UPDATE search.indexes SET position = NULL");
          isLost = false;
        }
        return indexThatIsLost.openWriter();
      },
    };
    const role = await startSearchIndexer(platform, { index: indexThatIsEmptied, clearEveryMs: 20 });
    try {
      await diarist.write({ title: "Lost and found" });
      await expectFound("lost found", 1);
      await platform.pools.durable.query(
        "TRUNCATE search.documents_a, search.documents_b, search.words_a, search.words_b",
      );
      expect(await countFound(diarist.person, "lost found")).toBe(0);
      isLost = true;
      await expectFound("lost found", 1);
    } finally {
      await role.stop();
    }
  });

  it("is reported as degraded, with the reason in the log, when it belongs to another Daybook", async () => {
    const foreignIndex: SearchIndex = {
      ...index,
      openWriter: () => Promise.reject(new IndexOfAnotherLog("another log")),
    };
    const role = await startSearchIndexer(platform, { index: foreignIndex });
    try {
      await vi.waitFor(async () => expect(await role.health()).toEqual({ status: "degraded" }), pollOptions);
      await vi.waitFor(() => expect(daybook.log()).toContain("belongs to another Daybook"), pollOptions);
    } finally {
      await role.stop();
    }
  });
});

describe("an index that takes several writes at once", () => {
  it("gets everything again when one of them failed", async () => {
    for (let n = 0; n < 9; n++) await diarist.write({ title: `Wharf ${n}` });
    let writes = 0;
    let earlierWrites: Promise<unknown> = Promise.resolve();
    const failingIndex: SearchIndex = {
      ...index,
      async openWriter() {
        const writer = await index.openWriter();
        return {
          ...writer,
          put(documents, position) {
            const isFirst = writes++ === 0;
            // This engine takes one write after the other.
            const writeDone = earlierWrites.then(() =>
              isFirst ? Promise.reject(new Error("killed")) : writer.put(documents, position),
            );
            earlierWrites = writeDone.catch(() => {});
            return writeDone;
          },
        };
      },
      writeSize: { ...index.writeSize, entries: 2, maxConcurrent: 2 },
    };
    const role = await startSearchIndexer(platform, { index: failingIndex });
    try {
      await expectFound("wharf", 9);
      await vi.waitFor(async () => {
        expect((await index.status()).checkpoint).toBe(await platform.store.head());
      }, pollOptions);
    } finally {
      await role.stop();
    }
  });
});
