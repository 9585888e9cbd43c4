import { setTimeout as sleep } from "node:timers/promises";
import { readConfig } from "@daybook/platform/config";
import { comparePositions } from "@daybook/platform/event-store/position";
import { createPostgresSearch } from "@daybook/platform/search/postgres/postgres-index";
import { withDaybook } from "../account/with-daybook.ts";

const pollMs = 100;
const timeoutMs = 300_000;

/**
 * Waits until the search indexer of a running product has read the whole log. Benchmarks compare saves under load with
 * saves on an idle product. If the indexer still works during the idle measurement, the idle saves are too slow, and the
 * load seems to cost less than it does.
 */
export async function waitUntilIndexed(dataFolder: string): Promise<void> {
  await withDaybook(readConfig({ DAYBOOK_DATA: dataFolder }), async ({ pool, store }) => {
    const search = createPostgresSearch({ pool });
    const head = await store.head();
    const deadline = performance.now() + timeoutMs;
    while (comparePositions(head, (await search.status()).checkpoint) > 0) {
      if (performance.now() > deadline) throw new Error("the search indexer did not catch up");
      await sleep(pollMs);
    }
  });
}
