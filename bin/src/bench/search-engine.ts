import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { createTestIndexes, meilisearchUrl } from "@daybook/platform/search/meilisearch/test-server";
import { remoteDaybook } from "../remote/remote-daybook.ts";
import { withProduct } from "./bench-product.ts";
import { atMost, type Figure, figure, isQuickRun, type Measurement, percentile } from "./figure.ts";
import { fillIndex } from "./search-fill.ts";
import { createTexts } from "./search-texts.ts";

const password = "and so to bed 1660";
const fullSize = { saves: 100, entries: 10_000 };
const quickSize = { saves: 20, entries: 2_000 };
const timeoutMs = 60_000;
/** The rate of many users together. The indexer must keep up with it. */
const savesPerSecond = 200;

/**
 * The time from "Saved" until a search finds the entry, in the whole product.
 *
 * @param environment chooses the search engine; by default PostgreSQL
 */
export function measureFreshness(
  saves: number,
  environment: Readonly<Record<string, string>> = {},
): Promise<Figure[]> {
  return withProduct(
    async ({ url }) => {
      const daybook = remoteDaybook(url);
      await daybook.logInOrSignUp({ email: `${randomUUID()}@example.com`, password });
      const journals = await daybook.call("listJournals");
      if (!journals.ok) throw new Error(journals.body.error);
      const params = { journalId: String(journals.body.journals[0]?.journal.id) };
      const samples: number[] = [];
      for (let save = 0; save < saves; save++) {
        const word = `fresh${randomUUID().replaceAll("-", "")}`;
        const body = { title: "Bench", richtext_body: `<p>${word}</p>` };
        /* oxlint-disable no-await-in-loop -- saves are measured one after the other */
        const savedEntry = await daybook.call("createEntry", { params, body, key: randomUUID() });
        if (!savedEntry.ok) throw new Error(savedEntry.body.error);
        const startedAt = performance.now();
        for (;;) {
          const searchReply = await daybook.call("search", { query: { query: word } });
          if (!searchReply.ok) throw new Error(searchReply.body.error);
          if (searchReply.body.total_entries === 1) break;
          if (performance.now() - startedAt > timeoutMs) throw new Error("a search did not find a new entry");
          await sleep(5);
        }
        /* oxlint-enable no-await-in-loop */
        samples.push(performance.now() - startedAt);
      }
      const p99 = percentile(samples, 0.99);
      return [
        figure('from "Saved" to found, p50', percentile(samples, 0.5), "ms"),
        figure('from "Saved" to found, p99', p99, "ms", atMost("required", 1_000, "ms", p99)),
      ];
    },
    undefined,
    environment,
  );
}

/** How fast a Meilisearch server takes entries, in batches like those of the indexer. */
async function measureFillRate(entries: number): Promise<Figure> {
  const indexes = createTestIndexes();
  try {
    const account = { userId: 8_000_000_000_000, firstId: 1, entries };
    const { writeSize } = indexes.index;
    const writer = await indexes.index.openWriter();
    const { rate } = await fillIndex(writer, createTexts(3), account, undefined, writeSize.entries);
    const bound = {
      kind: "required" as const,
      description: `≥ ${savesPerSecond} entries/s`,
      isMet: rate >= savesPerSecond,
    };
    return figure("putting entries into Meilisearch", rate, "entries/s", bound);
  } finally {
    await indexes.drop();
  }
}

/**
 * How soon a search finds what was saved, and how fast the index takes entries, on the Meilisearch server that
 * `MEILISEARCH_URL` names.
 */
export const searchEngine: Measurement = {
  name: "search-engine",
  async run(effort) {
    if (meilisearchUrl === undefined) {
      process.stderr.write("MEILISEARCH_URL is not set, so nothing was measured.\n");
      return [];
    }
    const { saves, entries } = isQuickRun(effort) ? quickSize : fullSize;
    const indexes = createTestIndexes();
    const environment = {
      MEILISEARCH_PREFIX: indexes.prefix,
      MEILISEARCH_URL: meilisearchUrl,
      MEILISEARCH_KEY: process.env["MEILISEARCH_KEY"] ?? "",
    };
    try {
      return [await measureFillRate(entries), ...(await measureFreshness(saves, environment))];
    } finally {
      await indexes.drop();
    }
  },
};
