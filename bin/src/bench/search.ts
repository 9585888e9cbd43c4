import { parseQuery } from "@daybook/platform/search/text/parse-query";
import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import MiniSearch from "minisearch";
import type { Pool } from "pg";
import { createDiary } from "./bench-events.ts";
import { withBenchDatabase } from "./bench-database.ts";
import {
  atMost,
  figureWithReference,
  type Figure,
  figure,
  isQuickRun,
  type Measurement,
  percentile,
} from "./figure.ts";
import { measureLiveRate } from "./projections.ts";
import { measureFreshness } from "./search-engine.ts";
import { fillOtherAccounts, fillAccount, type IndexedText } from "./search-fill.ts";
import { createTexts } from "./search-texts.ts";

/** How much a run writes and measures. `accountSizes` are the numbers of entries of the searched accounts, the largest last. */
const fullSizes = {
  accountSizes: [10_000, 100_000],
  totalEntries: 1_000_000,
  queryCount: 200,
  scanCount: 16,
  saves: 100,
  events: 20_000,
};
const quickSizes = {
  accountSizes: [500, 3_000],
  totalEntries: 6_000,
  queryCount: 40,
  scanCount: 8,
  saves: 10,
  events: 2_000,
};

async function measureTimes(
  queries: readonly string[],
  runQuery: (query: string) => unknown,
): Promise<number[]> {
  const times: number[] = [];
  for (const query of queries) {
    const startedAt = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- calls are measured one at a time
    await runQuery(query);
    times.push(performance.now() - startedAt);
  }
  return times;
}

/** Creates a search with Daybook's own index in PostgreSQL. */
const createIndexSearch = (pool: Pool, userId: number) => {
  const index = createPostgresSearch({ pool });
  return (query: string) =>
    index.find({
      userId,
      terms: parseQuery(query),
      tagId: null,
      // `fillAccount` gives each account one journal, with the account's id.
      journalIds: [userId],
      titleOnlyJournalIds: [],
      titleOnlyEntryIds: [],
      withoutIds: [],
      order: "relevance",
      limit: 10,
      offset: 0,
    });
};

/** Creates a search without an index: a sequential scan with LIKE for each word. */
async function createScanSearch(
  pool: Pool,
  indexedTexts: readonly IndexedText[],
): Promise<(query: string) => Promise<unknown>> {
  await pool.query("CREATE TABLE public.bench_texts (id bigint, text text)");
  for (let start = 0; start < indexedTexts.length; start += 5_000) {
    const chunk = indexedTexts.slice(start, start + 5_000);
    // oxlint-disable-next-line no-await-in-loop -- in chunks that fit into one statement
    await pool.query("INSERT INTO public.bench_texts SELECT * FROM unnest($1::int8[], $2::text[])", [
      chunk.map(({ id }) => id),
      chunk.map(({ text }) => text),
    ]);
  }
  await pool.query("VACUUM ANALYZE public.bench_texts");
  return (query) => {
    const words = query.replaceAll('"', "").split(" ");
    const like = words.map((_, index) => `text LIKE '%' || $${index + 1} || '%'`).join(" AND ");
    return pool.query(`SELECT id FROM public.bench_texts WHERE ${like}`, words);
  };
}

/** Creates a search with an index in the memory of this process. */
function createMemorySearch(indexedTexts: readonly IndexedText[]): (query: string) => unknown {
  const index = new MiniSearch<IndexedText>({ fields: ["text"], storeFields: [] });
  index.addAll(indexedTexts);
  return (query) =>
    index.search(query.replaceAll('"', ""), {
      combineWith: "AND",
      prefix: (_, termIndex, terms) => termIndex === terms.length - 1,
      fuzzy: (term) => (term.length < 5 ? 0 : term.length < 9 ? 1 : 2),
    });
}

/**
 * Measures the time of a search in one of many accounts, and how this time grows with the account. Also compares the time with that of a
 * scan and of an in-process index of the same texts, and gives the rate at which the entries of the largest account were indexed.
 */
function measureLatencies({
  accountSizes,
  totalEntries,
  queryCount,
  scanCount,
}: typeof fullSizes): Promise<Figure[]> {
  return withBenchDatabase(async ({ durable: pool, relaxed }) => {
    const figures: Figure[] = [];
    const texts = createTexts(1);
    let firstId = 1;
    const accounts = [];
    for (const [index, entries] of accountSizes.entries()) {
      const account = { userId: 8_000_000_000_000 + index, firstId, entries };
      firstId += entries;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      accounts.push({ ...account, ...(await fillAccount(relaxed, texts, account)) });
    }
    const [smallest] = accounts;
    const largest = accounts.at(-1);
    if (!smallest || !largest) throw new Error("there is no account to search in");
    await fillOtherAccounts(relaxed, texts, totalEntries - accountSizes.reduce((sum, size) => sum + size, 0));
    const queries = Array.from({ length: queryCount }, (_, number) => texts.query(number));
    const medians: number[] = [];
    for (const { userId, entries } of accounts) {
      const runSearch = createIndexSearch(pool, userId);
      /* oxlint-disable no-await-in-loop -- one size after the other */
      await measureTimes(queries.slice(0, 8), runSearch);
      const times = await measureTimes(queries, runSearch);
      /* oxlint-enable no-await-in-loop */
      const [p50, p95] = [percentile(times, 0.5), percentile(times, 0.95)];
      medians.push(p50);
      const bound = entries === largest.entries ? atMost("required", 50, "ms", p95) : null;
      figures.push(figure(`search in ${entries} of ${totalEntries} entries, p50`, p50, "ms"));
      figures.push(figure(`search in ${entries} of ${totalEntries} entries, p95`, p95, "ms", bound));
    }
    const reference = { name: `${smallest.entries} entries`, value: medians[0] ?? 0 };
    const growthBound = (ratio: number) => ({
      kind: "required" as const,
      description: "≤ 3 ×",
      isMet: ratio <= 3,
    });
    const median = medians.at(-1) ?? 0;
    figures.push(
      figureWithReference(`search in ${largest.entries} entries, p50`, median, "ms", reference, growthBound),
    );
    const scanQueries = queries.slice(0, scanCount);
    const scanMedian = percentile(
      await measureTimes(scanQueries, await createScanSearch(pool, largest.indexedTexts)),
      0.5,
    );
    const inProcessMedian = percentile(
      await measureTimes(scanQueries, createMemorySearch(largest.indexedTexts)),
      0.5,
    );
    figures.push(
      figureWithReference("the same search compared with a scan, p50", median, "ms", {
        name: "LIKE '%…%'",
        value: scanMedian,
      }),
    );
    figures.push(
      figureWithReference("the same search compared with MiniSearch, p50", median, "ms", {
        name: "MiniSearch",
        value: inProcessMedian,
      }),
    );
    figures.push(figure("indexing the largest searched account", largest.rate, "entries/s"));
    return figures;
  });
}

/** Compares the rate at which entries are indexed with the rate at which the projections apply saves. */
function measureIndexing({ events }: typeof fullSizes): Promise<Figure[]> {
  return withBenchDatabase(async (database) => {
    const diary = await createDiary(database.store, 200);
    const projectedRate = await measureLiveRate(database, (count) => diary.write(count), events);
    const entries = Math.max(400, events / 10);
    const account = { userId: 8_000_000_000_000, firstId: 1, entries };
    const { rate } = await fillAccount(database.relaxed, createTexts(2), account);
    const reference = { name: "live projections", value: projectedRate };
    return [figureWithReference("indexing compared with projecting saves", rate, "entries/s", reference)];
  });
}

/** How fast searches are, how soon they find new entries, and how fast the index is filled. */
export const search: Measurement = {
  name: "search",
  async run(effort) {
    const size = isQuickRun(effort) ? quickSizes : fullSizes;
    return [
      ...(await measureLatencies(size)),
      ...(await measureIndexing(size)),
      ...(await measureFreshness(size.saves)),
    ];
  },
};
