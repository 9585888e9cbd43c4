import { runSearch } from "@daybook/bin/search/run-search";
import { startProjections } from "@daybook/projections/main";
import { startSearchIndexer } from "@daybook/search-indexer/main";
import { rebuildSearch, verifySearch } from "@daybook/search-indexer/maintenance";
import type { Role } from "@daybook/platform/platform";
import { afterAll, describe, expect, it, vi } from "vitest";
import { countFound, pollOptions, useIndexer } from "./indexer-steps.ts";

const { setup, expectConsistent, expectFound, indexWithWriter, withIndexer } = useIndexer();

let restartedProjections: Role | undefined;
afterAll(() => restartedProjections?.stop());

describe("maintenance of the index", () => {
  it("finds changed, missing and extra documents, and rebuilds without an outage", async () => {
    await setup.diarist.writeMany(10);
    const [changedEntry, unindexedEntry] = [
      await setup.diarist.write({ title: "Planted one" }),
      await setup.diarist.write({ title: "Planted two" }),
    ];
    await withIndexer(setup.index, () => expectFound("planted", 2));
    const writer = await setup.index.openWriter();
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
    const userId = setup.diarist.person.session?.user.id ?? 0;
    const changedDocument = {
      ...strayDocument,
      entryId: changedEntry.id,
      userId,
      journalId: setup.diarist.firstJournalId,
      title: "another title",
    };
    await writer.put([strayDocument, changedDocument], null);
    await writer.remove([unindexedEntry.id]);
    const { differences } = await verifySearch(setup.maintenanceDeps);
    expect(differences.toSorted((a, b) => a.entryId - b.entryId)).toEqual([
      { entryId: 5, kind: "extra" },
      { entryId: changedEntry.id, kind: "changed" },
      { entryId: unindexedEntry.id, kind: "missing" },
    ]);

    const searchTotals: number[] = [];
    const rebuildEnded = new AbortController();
    const continuousSearch = (async () => {
      while (!rebuildEnded.signal.aborted) searchTotals.push(await countFound(setup.diarist.person, "entry"));
    })();
    await rebuildSearch(setup.maintenanceDeps).finally(() => rebuildEnded.abort());
    await continuousSearch;
    expect(new Set(searchTotals)).toEqual(new Set([10]));
    await expectConsistent();
    expect((await setup.index.status()).checkpoint).toBe(await setup.platform.store.head());
  });

  it("removes the leftovers of a killed rebuild while the indexer runs", async () => {
    const indexer = await startSearchIndexer(setup.platform, { index: setup.index, maintainEveryMs: 20 });
    try {
      await setup.diarist.write({ title: "Aside" });
      await expectFound("aside", 1);
      const copy = (from: string, to: string): string =>
        `INSERT INTO search.${to} SELECT * FROM search.${from} ON CONFLICT DO NOTHING`;
      for (const table of ["documents", "words"]) {
        await setup.platform.pools.durable.query(copy(`${table}_a`, `${table}_b`));
        await setup.platform.pools.durable.query(copy(`${table}_b`, `${table}_a`));
      }
      await vi.waitFor(async () => {
        const { rows } = await setup.platform.pools.durable.query<{ count: number }>(
          `SELECT (SELECT count(*) FROM search.documents_a WHERE words::text LIKE '%aside%')
            + (SELECT count(*) FROM search.documents_b WHERE words::text LIKE '%aside%') AS count`,
        );
        expect(rows[0]?.count).toBe(1);
      }, pollOptions);
      expect(await countFound(setup.diarist.person, "aside")).toBe(1);
    } finally {
      await indexer.stop();
    }
    await expectConsistent();
  });

  it("lets a running indexer continue from the checkpoint of the new index", async () => {
    await withIndexer(setup.index, async () => {
      const writing = setup.diarist.write({ title: "Meanwhile one" });
      await rebuildSearch(setup.maintenanceDeps);
      await writing;
      await setup.diarist.write({ title: "Meanwhile two" });
      await expectFound("meanwhile", 2);
    });
    await expectConsistent();
  });

  it("rebuilds the index even while the read models are behind the log; the indexer adds the rest later", async () => {
    await setup.diarist.write({ title: "Applied" });
    await setup.daybook.waitUntilCaughtUp();
    await setup.platform.roles.get("projections")?.stop();
    await setup.diarist.write({ title: "Behind" });
    await rebuildSearch(setup.maintenanceDeps);
    expect(await countFound(setup.diarist.person, "applied")).toBe(1);
    restartedProjections = await startProjections(setup.platform);
    await withIndexer(setup.index, () => expectFound("behind", 1));
    await expectConsistent();
  });

  it("prints its results when it runs as a command, and names entries only by id", async () => {
    const lines: string[] = [];
    const output = { printLine: (line: string) => void lines.push(line), progress: process.stderr };
    const config = { ...setup.platform.config, databaseUrl: setup.daybook.databaseUrl };
    expect(await runSearch("verify", config, output)).toBe(0);
    const writer = await setup.index.openWriter();
    const { id } = await setup.diarist.write({ title: "Never indexed" });
    await setup.daybook.waitUntilCaughtUp();
    await writer.remove([id]);
    expect(await runSearch("verify", config, output)).toBe(1);
    expect(await runSearch("rebuild", config, output)).toBe(0);
    expect(await runSearch("status", config, output)).toBe(0);
    expect(lines).toEqual([
      expect.stringMatching(/^The search index matches \d+ entries\.$/),
      `Entry ${id} is missing in the search index.`,
      "1 difference. `npm run search -- rebuild` repairs the index.",
      expect.stringMatching(/^Rebuilt the search index from \d+ entries\.$/),
      expect.stringMatching(
        /^The index holds \d+ entries\. It is \d+ events? \(\d+\.\d s\) behind the log\.$/,
      ),
    ]);
  });

  it("reports a wrong word list, and no differences of entries", async () => {
    const lines: string[] = [];
    const output = { printLine: (line: string) => void lines.push(line), progress: process.stderr };
    const config = { ...setup.platform.config, databaseUrl: setup.daybook.databaseUrl };
    await setup.diarist.write({ title: "Counted" });
    await rebuildSearch(setup.maintenanceDeps);
    for (const slot of ["a", "b"])
      await setup.platform.pools.durable.query(`UPDATE search.words_${slot} SET entries = entries + 1`);
    expect(await runSearch("verify", config, output)).toBe(1);
    expect(lines).toEqual([
      "The word list for misspelled queries does not match the entries.",
      "`npm run search -- rebuild` repairs the index.",
    ]);
    await rebuildSearch(setup.maintenanceDeps);
    await expectConsistent();
  });

  // This test is last, because every verification and rebuild after it would read these long texts again.
  it("rebuilds very long entries; the indexer writes only a few of them at a time", async () => {
    const text = `<p>${"weather ".repeat(50_000)}</p>`;
    for (let n = 0; n < 4; n++) await setup.diarist.write({ title: "Forecast", richtext_body: text });
    const lengths: number[] = [];
    const watchedIndex = indexWithWriter((writer) => ({
      async put(documents, position) {
        lengths.push(documents.reduce((sum, { body }) => sum + body.length, 0));
        await writer.put(documents, position);
      },
    }));
    await withIndexer(watchedIndex, () => expectFound("forecast", 4));
    expect(Math.max(...lengths)).toBeLessThan(1_000_000);
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBeGreaterThan(4 * 399_000);
    await expectConsistent();
    await rebuildSearch(setup.maintenanceDeps);
    await expectConsistent();
  });
});
