import { setTimeout as sleep } from "node:timers/promises";
import type { Platform, Role } from "@daybook/platform/platform";
import { createKeyVault } from "@daybook/platform/privacy/key-vault";
import { locksChannel } from "@daybook/platform/privacy/locks";
import { openSearch } from "@daybook/platform/search/open-search";
import type { SearchIndex, SearchWriter } from "@daybook/platform/search/search-index";
import { runSubscription } from "@daybook/platform/subscriptions/run-subscription";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { indexBatch } from "./index-entries.ts";
import { rebuildSearch } from "./offline.ts";
import { underLease } from "./lease.ts";

const batchSize = 200;
/** How often it looks for what a rebuild left that died, in milliseconds. */
const clearEvery = 60_000;

/** What the indexer needs of the platform. */
type IndexerPlatform = Pick<
  Platform,
  "config" | "store" | "pools" | "listener" | "logger" | "masterKey" | "clock"
>;

/** The search indexer: follows the log, and keeps the index what the read models are. One process at a time does. */
export async function startSearchIndexer(
  platform: IndexerPlatform,
  options: { readonly index?: SearchIndex; readonly clearEvery?: number } = {},
): Promise<Role> {
  const { store, pools, listener, logger, masterKey, clock } = platform;
  if (!masterKey) throw new Error("the search indexer needs the master key");
  const pool = pools.durable;
  const index = options.index ?? (await openSearch(platform));
  const vault = createKeyVault({ pool, masterKey, clock });
  const forget = listener.subscribe(locksChannel, (keyId) => vault.forgetKeys(keyId));
  const waiter = createPositionWaiter({ listener, pool, readCheckpoints });
  const stopping = new AbortController();
  let failing = false;

  function follow(signal: AbortSignal): Promise<void> {
    let writer: SearchWriter | undefined;
    return runSubscription({
      store,
      name: "search-indexer",
      // After a failure the index may be another one: then the writer and the place in the log are those of the new one.
      async load() {
        writer = await index.openWriter();
        let checkpoint = await writer.checkpoint();
        if (checkpoint === null && (await store.head()) !== null) {
          // Entries are fewer than events, and each of them is read once.
          await rebuildSearch({ pool, vault, index, store, waiter, signal });
          writer = await index.openWriter();
          checkpoint = await writer.checkpoint();
        }
        failing = false;
        return checkpoint;
      },
      async handle(batch) {
        if (writer) await indexBatch({ pool, vault, store, index, writer, waiter, signal }, batch);
        failing = false;
      },
      batchSize,
      logger: { warn },
      signal,
    });
  }

  async function keepClearing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(options.clearEvery ?? clearEvery, undefined, { signal }).catch(() => {});
      // When the index is away, the subscription tells of it.
      if (!signal.aborted) await index.clearAside().catch(() => {});
    }
  }

  /** Of an error only its name and code, as its message may quote what somebody wrote. */
  function warn(details: unknown, text?: string): void {
    failing = true;
    const error = typeof details === "object" && details !== null && "err" in details ? details.err : null;
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    logger.warn(
      { kind: error instanceof Error ? error.name : typeof error, code },
      text ?? "the search indexer failed",
    );
  }

  const running = underLease(pools.relaxed, stopping.signal, async (signal) => {
    const ended = new AbortController();
    const clearing = keepClearing(AbortSignal.any([signal, ended.signal]));
    await follow(signal).finally(() => ended.abort());
    await clearing;
  });
  return {
    health: async () => ({ status: failing ? "degraded" : "ok" }),
    async stop() {
      stopping.abort();
      await running;
      forget();
      waiter.close();
    },
  };
}
