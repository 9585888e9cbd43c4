import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { toText } from "@daybook/content/to-text";
import { createPool } from "@daybook/platform/postgres/pool";
import { createTestIndexes, meilisearchUrl } from "@daybook/platform/search/meilisearch/test-server";
import { searchMigrations } from "@daybook/platform/search/postgres/migrations";
import { parseQuery } from "@daybook/platform/search/text/parse-query";
import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import type { SearchDocument, SearchIndex } from "@daybook/platform/search/search-index";
import { createTestDatabase } from "@daybook/platform/testing/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { diaryTags, type KnownAnswer, knownAnswers } from "./relevance-queries.ts";

const diaryFile = resolve(
  import.meta.dirname,
  process.env["RELEVANCE_DIARY"] ?? "../../../shared/data/pepys-1660-1662.jsonl",
);
type DiaryLine = { date: string; title: string; html: string };
type OpenedIndex = { readonly index: SearchIndex; readonly close: () => Promise<void> };

/** A random owner id, because runs may share a search server. */
const userId = 1 + Math.floor(Math.random() * 2 ** 40);

function readDocuments(): SearchDocument[] {
  const lines = readFileSync(diaryFile, "utf8").split("\n").filter(Boolean);
  return lines.map((text, index) => {
    const { date, title, html } = JSON.parse(text) as DiaryLine;
    const tags = diaryTags.flatMap(({ name, days }, id) =>
      days.includes(date) ? [{ id: id + 1, name }] : [],
    );
    const entryId = userId * 2_000 + index;
    const createdAt = Date.parse(date);
    return {
      entryId,
      userId,
      journalId: 1,
      created: createdAt,
      localDate: date,
      title,
      tags,
      body: toText(html),
    };
  });
}

async function openPostgres(): Promise<OpenedIndex> {
  const database = await createTestDatabase(searchMigrations);
  const pool = createPool({ connectionString: database.url, applicationName: "relevance" });
  const close = async (): Promise<void> => {
    await pool.end();
    await database.drop();
  };
  return { index: createPostgresSearch({ pool }), close };
}

async function openMeilisearch(): Promise<OpenedIndex> {
  const indexes = createTestIndexes();
  return { index: indexes.index, close: () => indexes.drop() };
}

// This needs a real diary next to the checkout. The project has no copy of it.
describe.skipIf(!existsSync(diaryFile)).each([
  ["PostgreSQL", openPostgres, true],
  ["Meilisearch", openMeilisearch, meilisearchUrl !== undefined],
] as const)("what %s finds in a real diary", (_, openIndex, isAvailable) => {
  let openedIndex: OpenedIndex | undefined;
  const days = new Map<number, string>();

  beforeAll(async () => {
    // Meilisearch needs a server that npm cannot install.
    if (!isAvailable) return;
    openedIndex = await openIndex();
    const writer = await openedIndex.index.openWriter();
    const allDocuments = readDocuments();
    for (const { entryId, localDate } of allDocuments) days.set(entryId, localDate ?? "");
    for (let from = 0; from < allDocuments.length; from += 200)
      await writer.put(allDocuments.slice(from, from + 200), null);
  }, 180_000);
  afterAll(() => openedIndex?.close());

  /** The place of the expected day among the first ten results, counted from 0; -1 when it is not among them. */
  async function findRank({ query, day, tag }: KnownAnswer): Promise<number> {
    const { ids } = (await openedIndex?.index.find({
      userId,
      terms: parseQuery(query),
      tagId: tag === undefined ? null : diaryTags.findIndex(({ name }) => name === tag) + 1,
      journalIds: [1],
      titleOnlyJournalIds: [],
      titleOnlyEntryIds: [],
      withoutIds: [],
      order: "relevance",
      limit: 10,
      offset: 0,
    })) ?? { ids: [] };
    return ids.findIndex((id) => days.get(id) === day);
  }

  it.skipIf(!isAvailable)(
    "has the right day in the first ten for nearly all queries, and mostly first",
    async () => {
      const allQueries = Object.values(knownAnswers).flat();
      expect(allQueries.length).toBeGreaterThanOrEqual(150);
      const report: string[] = [];
      let [foundCount, reciprocalRankSum] = [0, 0];
      for (const [kind, answers] of Object.entries(knownAnswers)) {
        const allRanks: number[] = [];
        for (const answer of answers) allRanks.push(await findRank(answer));
        const foundRanks = allRanks.filter((rank) => rank >= 0);
        const reciprocalRanks = foundRanks.reduce((sum, rank) => sum + 1 / (rank + 1), 0);
        foundCount += foundRanks.length;
        reciprocalRankSum += reciprocalRanks;
        const notRankedFirst = answers.flatMap(({ query }, index) => {
          const rank = allRanks[index] ?? -1;
          if (rank === 0) return [];
          return [rank < 0 ? `${query}: not found` : `${query}: result ${rank + 1}`];
        });
        const [success, meanReciprocalRank] = [foundRanks.length, reciprocalRanks].map((sum) =>
          (sum / answers.length).toFixed(2),
        );
        report.push(
          [`${kind}: success@10 ${success}, MRR ${meanReciprocalRank}`, ...notRankedFirst].join("\n  "),
        );
      }
      const figures = {
        success: foundCount / allQueries.length,
        meanReciprocalRank: reciprocalRankSum / allQueries.length,
      };
      const lines = [...report, `in all ${JSON.stringify(figures)}`];
      if (process.env["RELEVANCE_REPORT"]) process.stderr.write(`${lines.join("\n")}\n`);
      // The report is part of what is compared, so that a failure shows it.
      const isGoodEnough = figures.success >= 0.97 && figures.meanReciprocalRank >= 0.94;
      expect({ isGoodEnough, lines: isGoodEnough ? [] : lines }).toEqual({ isGoodEnough: true, lines: [] });
    },
  );
});
