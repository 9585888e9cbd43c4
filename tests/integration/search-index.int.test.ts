import { textWorkAtOnce } from "@daybook/application/texts/text-work";
import { randomUUID } from "node:crypto";
import type { Platform, Role } from "@daybook/platform/platform";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import {
  type SearchIndex,
  SearchUnavailable,
  type SearchWriter,
} from "@daybook/platform/search/search-index";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { startSearchIndexer } from "@daybook/search-indexer/main";
import { type SearchMaintenance, rebuildSearch, verifySearch } from "@daybook/search-indexer/maintenance";
import { runSearch } from "@daybook/bin/search/run-search";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { RemoteDaybook } from "@daybook/bin/remote/remote-daybook";
import { ok } from "../answers.ts";
import { type Diarist, newDiarist } from "./diarist.ts";
import { startTestDaybook, type TestDaybook } from "./harness.ts";

let daybook: TestDaybook;
let platform: Platform;
let diarist: Diarist;
let index: SearchIndex;
let maintenance: SearchMaintenance;
let role: Role | undefined;

beforeAll(async () => {
  daybook = await startTestDaybook();
  ({ platform } = daybook);
  diarist = await newDiarist(daybook);
  const { pools, masterKey, listener, store } = platform;
  if (!masterKey) throw new Error("no master key");
  const pool = pools.durable;
  index = createPostgresSearch({ pool: pools.relaxed });
  maintenance = {
    pool,
    store,
    index,
    texts: textWorkAtOnce,
    vault: createKeyVault({ pool, masterKey }),
    waiter: createPositionWaiter({ listener, pool, readCheckpoints }),
    signal: new AbortController().signal,
  };
  // From here on these tests run the indexer themselves.
  await platform.roles.get("search-indexer")?.stop();
});
afterAll(async () => {
  await role?.stop();
  await daybook?.stop();
});

const pollOptions = { timeout: 60_000, interval: 25 };
const countFound = async (person: RemoteDaybook, query: string): Promise<number> =>
  ok(await person.call("search", { query: { query } })).total_entries;
const expectFound = (query: string, expected: number): Promise<void> =>
  vi.waitFor(async () => expect(await countFound(diarist.person, query)).toBe(expected), pollOptions);

/** Runs an indexer with this index during `work`. */
async function withIndexer<T>(searchIndex: SearchIndex, work: () => Promise<T>): Promise<T> {
  role = await startSearchIndexer(platform, { index: searchIndex });
  try {
    return await work();
  } finally {
    await role.stop();
    role = undefined;
  }
}

/** The index, with some write functions replaced. */
const indexWithWriter = (change: (writer: SearchWriter) => Partial<SearchWriter>): SearchIndex => ({
  ...index,
  async openWriter() {
    const writer = await index.openWriter();
    return { ...writer, ...change(writer) };
  },
});

const expectConsistent = async (): Promise<void> => {
  const { differences, isConsistent } = await verifySearch(maintenance);
  expect({ differences, isConsistent }).toEqual({ differences: [], isConsistent: true });
};

describe("the indexer", () => {
  it("repeats a batch after a crash before its checkpoint, and counts nothing twice", async () => {
    await diarist.write({ title: "Crashing", richtext_body: "<p>waves on the shore</p>" });
    let hasFailed = false;
    const failingIndex = indexWithWriter((writer) => ({
      saveCheckpoint: (position) => {
        if (hasFailed) return writer.saveCheckpoint(position);
        hasFailed = true;
        return Promise.reject(new Error("killed"));
      },
    }));
    await withIndexer(failingIndex, async () => {
      await expectFound("waves", 1);
      await vi.waitFor(async () => {
        expect(hasFailed).toBe(true);
        expect((await index.status()).checkpoint).toBe(await platform.store.head());
      }, pollOptions);
    });
    await expectConsistent();
  });

  it("catches up after the index was unreachable, while people keep writing", async () => {
    let isUnavailable = true;
    const runUnlessDown = <T>(work: () => Promise<T>): Promise<T> =>
      isUnavailable ? Promise.reject(new SearchUnavailable("ECONNREFUSED")) : work();
    const indexThatIsDown: SearchIndex = {
      ...index,
      openWriter: () => runUnlessDown(() => index.openWriter()),
    };
    await withIndexer(indexThatIsDown, async () => {
      const ids = await diarist.writeMany(12);
      await diarist.trash(ids.slice(0, 2));
      await vi.waitFor(async () => expect(await role?.health()).toEqual({ status: "degraded" }), pollOptions);
      expect(await countFound(diarist.person, "entry")).toBe(0);
      isUnavailable = false;
      await expectFound("entry", 10);
      await vi.waitFor(async () => expect(await role?.health()).toEqual({ status: "ok" }), pollOptions);
    });
    await expectConsistent();
  });

  it("removes entries that were locked while it was down, and the search never shows them", async () => {
    const { id } = await diarist.write({ title: "Behind", richtext_body: "<p>the Gossamerkite flies</p>" });
    await withIndexer(index, () => expectFound("gossamerkite", 1));
    const secret = "by water to Deptford";
    const body = { lock: true, plain_password: secret, retype_password: secret, password_hint: "a river" };
    ok(
      await diarist.person.call("updateEntry", {
        ...diarist.inEntry(diarist.firstJournalId, id),
        body,
        key: randomUUID(),
      }),
    );
    expect(await countFound(diarist.person, "gossamerkite")).toBe(0);
    expect(await countFound(diarist.person, "behind")).toBe(1);
    await withIndexer(index, () =>
      vi.waitFor(async () => {
        const { rows } = await platform.pools.durable.query(
          `SELECT FROM search.documents_a WHERE words::text LIKE '%gossamerkite%' UNION ALL
           SELECT FROM search.documents_b WHERE words::text LIKE '%gossamerkite%' UNION ALL
           SELECT FROM search.words_a WHERE word = 'gossamerkite' UNION ALL
           SELECT FROM search.words_b WHERE word = 'gossamerkite'`,
        );
        expect(rows).toHaveLength(0);
      }, pollOptions),
    );
    await expectConsistent();
  });

  it("rebuilds an empty index at its start", async () => {
    await platform.pools.durable.query(
      "TRUNCATE search.indexes, search.documents_a, search.documents_b, search.words_a, search.words_b",
    );
    expect(await countFound(diarist.person, "waves")).toBe(0);
    await withIndexer(index, () => expectFound("waves", 1));
    await expectConsistent();
  });

  it("does not delay others because of a journal with very many entries", async () => {
    const { person } = diarist;
    const journalId = ok(await person.call("createJournal", { body: { name: "Many" }, key: randomUUID() }))
      .journal.id;
    await diarist.writeMany(120, journalId);
    await withIndexer(index, () => expectFound("entry", 130));
    ok(await person.call("deleteJournal", { ...diarist.inJournal(journalId), key: randomUUID() }));
    // One full batch of events that the index does not need.
    const starredEntry = diarist.inEntry(
      diarist.firstJournalId,
      (await diarist.write({ title: "Starred" })).id,
    );
    for (let n = 0; n < 220; n++) {
      ok(
        await person.call("updateEntry", {
          ...starredEntry,
          body: { starred: n % 2 === 0 },
          key: randomUUID(),
        }),
      );
    }
    const latecomer = await diarist.write({ title: "Latecomer" });
    const indexerSteps: string[] = [];
    const watchedIndex = indexWithWriter((writer) => ({
      async put(documents, position) {
        await writer.put(documents, position);
        if (documents.some(({ entryId }) => entryId === latecomer.id)) indexerSteps.push("latecomer");
      },
      async saveCheckpoint(position) {
        indexerSteps.push("checkpoint");
        await writer.saveCheckpoint(position);
      },
    }));
    await withIndexer(watchedIndex, () => expectFound("latecomer", 1));
    await withIndexer(index, () => expectFound("entry", 10));
    expect(indexerSteps[0]).toBe("latecomer");
    await expectConsistent();
  });

  it("runs in one process at a time, and the next process takes over", async () => {
    await withIndexer(index, async () => {
      const otherIndexer = await startSearchIndexer(platform, { index });
      await diarist.write({ title: "Overtaken" });
      await expectFound("overtaken", 1);
      await role?.stop();
      await diarist.write({ title: "Overtaken again" });
      await expectFound("overtaken", 2);
      await otherIndexer.stop();
    });
    await expectConsistent();
  });
});

describe("maintenance of the index", () => {
  it("finds changed, missing and extra documents, and rebuilds without an outage", async () => {
    const [activeEntry, lostEntry] = [
      await diarist.write({ title: "Planted one" }),
      await diarist.write({ title: "Planted two" }),
    ];
    await withIndexer(index, () => expectFound("planted", 2));
    const writer = await index.openWriter();
    const strayDocument = {
      entryId: 5,
      userId: 5,
      journalId: 5,
      created: 0,
      localDate: null,
      title: "stray",
      tags: [],
      body: "",
    };
    const userId = diarist.person.session?.user.id ?? 0;
    const commonFields = {
      ...strayDocument,
      entryId: activeEntry.id,
      userId,
      journalId: diarist.firstJournalId,
    };
    await writer.put([strayDocument, { ...commonFields, title: "another title" }], null);
    await writer.remove([lostEntry.id]);
    const { differences } = await verifySearch(maintenance);
    expect(differences.toSorted((a, b) => a.entryId - b.entryId)).toEqual([
      { entryId: 5, kind: "extra" },
      { entryId: activeEntry.id, kind: "changed" },
      { entryId: lostEntry.id, kind: "missing" },
    ]);

    const searchTotals: number[] = [];
    const rebuildController = new AbortController();
    const continuousSearch = (async () => {
      while (!rebuildController.signal.aborted) searchTotals.push(await countFound(diarist.person, "entry"));
    })();
    await rebuildSearch(maintenance).finally(() => rebuildController.abort());
    await continuousSearch;
    expect(new Set(searchTotals)).toEqual(new Set([10]));
    await expectConsistent();
    expect((await index.status()).checkpoint).toBe(await platform.store.head());
  });

  it("removes the leftovers of a killed rebuild while the indexer runs", async () => {
    const indexer = await startSearchIndexer(platform, { index, clearEveryMs: 20 });
    try {
      await diarist.write({ title: "Aside" });
      await expectFound("aside", 1);
      const copy = (from: string, to: string): string =>
        `INSERT INTO search.${to} SELECT * FROM search.${from} ON CONFLICT DO NOTHING`;
      for (const table of ["documents", "words"]) {
        await platform.pools.durable.query(copy(`${table}_a`, `${table}_b`));
        await platform.pools.durable.query(copy(`${table}_b`, `${table}_a`));
      }
      await vi.waitFor(async () => {
        const { rows } = await platform.pools.durable.query<{ count: number }>(
          `SELECT (SELECT count(*) FROM search.documents_a WHERE words::text LIKE '%aside%')
            + (SELECT count(*) FROM search.documents_b WHERE words::text LIKE '%aside%') AS count`,
        );
        expect(rows[0]?.count).toBe(1);
      }, pollOptions);
      expect(await countFound(diarist.person, "aside")).toBe(1);
    } finally {
      await indexer.stop();
    }
    await expectConsistent();
  });

  it("lets a running indexer continue from the checkpoint of the new index", async () => {
    await withIndexer(index, async () => {
      const writing = diarist.write({ title: "Meanwhile one" });
      await rebuildSearch(maintenance);
      await writing;
      await diarist.write({ title: "Meanwhile two" });
      await expectFound("meanwhile", 2);
    });
    await expectConsistent();
  });

  it("is reported by the command, which names entries by id only", async () => {
    const lines: string[] = [];
    const output = { printLine: (line: string) => void lines.push(line), progress: process.stderr };
    const config = { ...platform.config, databaseUrl: daybook.databaseUrl };
    expect(await runSearch("verify", config, output)).toBe(0);
    const writer = await index.openWriter();
    const { id } = await diarist.write({ title: "Never indexed" });
    await daybook.waitUntilCaughtUp();
    await writer.remove([id]);
    expect(await runSearch("verify", config, output)).toBe(1);
    expect(await runSearch("rebuild", config, output)).toBe(0);
    expect(await runSearch("status", config, output)).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^The search index matches \d+ entries\.$/),
      `Entry ${id} is missing in the search index.`,
      "1 difference. `npm run search -- rebuild` repairs them.",
      expect.stringMatching(/^Rebuilt the search index from \d+ entries\.$/),
      expect.stringMatching(
        /^The index holds \d+ entries\. It is \d+ events \(\d+\.\d s\) behind the log\.$/,
      ),
    ]);
  });

  // Last, because every verification and rebuild after it reads these texts again, which took most of the time of this file.
  it("includes very long entries after a rebuild, and the indexer writes a few of them at a time", async () => {
    const text = `<p>${"weather ".repeat(50_000)}</p>`;
    for (let n = 0; n < 6; n++) await diarist.write({ title: "Forecast", richtext_body: text });
    const lengths: number[] = [];
    const watchedIndex = indexWithWriter((writer) => ({
      async put(documents, position) {
        lengths.push(documents.reduce((sum, { body }) => sum + body.length, 0));
        await writer.put(documents, position);
      },
    }));
    await withIndexer(watchedIndex, () => expectFound("forecast", 6));
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(6 * 399_000);
    await expectConsistent();
    await rebuildSearch(maintenance);
    await expectConsistent();
  });
});
