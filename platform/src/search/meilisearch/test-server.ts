import { randomUUID } from "node:crypto";
import { Meilisearch } from "meilisearch";
import { createMeilisearch, type MeilisearchOptions } from "./meilisearch-index.ts";
import { indexNamesFor } from "./index-states.ts";
import { testCheckpoints } from "./test-checkpoints.ts";

/** The URL of the Meilisearch server of the tests. Undefined when there is no such server, because npm cannot install Meilisearch. */
export const meilisearchUrl = process.env["MEILISEARCH_URL"];
const key = process.env["MEILISEARCH_KEY"] ?? "";

/** Creates separate indexes on the test server, so that tests change nothing else there. */
export function createTestIndexes() {
  const prefix = `daybook-test-${randomUUID()}`;
  // Without a server, the URL names a port on which nothing listens.
  const url = meilisearchUrl ?? "http://127.0.0.1:9";
  const client = new Meilisearch({ host: url, apiKey: key });
  const names = indexNamesFor(prefix);
  const options: MeilisearchOptions = {
    url,
    key,
    prefix,
    checkpoints: testCheckpoints(),
    logId: async () => "log",
  };
  return {
    client,
    prefix,
    names,
    index: createMeilisearch(options),
    /** Opens the same indexes again, as another Daybook process does. */
    openAnother: (otherOptions: Partial<MeilisearchOptions>) =>
      createMeilisearch({ ...options, ...otherOptions }),
    async drop(): Promise<void> {
      const { results } = await client.getRawIndexes({ limit: 1_000 });
      const testIndexUids = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(prefix));
      for (const uid of testIndexUids) await client.deleteIndex(uid).waitTask({ timeout: 120_000 });
    },
  };
}
