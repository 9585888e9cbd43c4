import { setTimeout as sleep } from "node:timers/promises";
import { createTextWork } from "@daybook/application/texts/text-work";
import type { Platform, Role } from "@daybook/platform/platform";
import { createKeyVault } from "@daybook/platform/vault/key-vault";
import { locksChannel } from "@daybook/platform/locks/locks";
import { openSearch } from "@daybook/platform/search/open-search";
import {
  IndexOfAnotherLog,
  IndexSwapped,
  type SearchIndex,
  type SearchWriter,
} from "@daybook/platform/search/search-index";
import { runSubscription } from "@daybook/platform/subscriptions/run-subscription";
import { withAnySignal } from "@daybook/platform/with-any-signal";
import { createPositionWaiter } from "@daybook/platform/subscriptions/wait-for-position";
import { readCheckpoints } from "@daybook/read-models/queries/checkpoints";
import { collectChanges, eventBatchSize } from "./collect-changes.ts";
import { indexAffected } from "./index-entries.ts";
import { rebuildSearch } from "./maintenance.ts";
import { underLease } from "./lease.ts";

/**
 * The pause after each batch while the index is up to date. Autosaves during the pause are indexed together, so an entry
 * that was saved five times is indexed once. A single save is indexed immediately.
 */
const pauseMs = 100;
/** How often to remove the leftovers of a crashed rebuild, and to check whether the index was lost. */
const maintainEveryMs = 60_000;

/** The parts of the platform that the indexer needs. */
type IndexerPlatform = Pick<
  Platform,
  "config" | "store" | "pools" | "listener" | "logger" | "masterKey" | "clock" | "threads"
>;

/** Starts the search indexer: it follows the log and keeps the index up to date with the read models. Only one process at a time does so. */
export async function startSearchIndexer(
  platform: IndexerPlatform,
  options: { readonly index?: SearchIndex; readonly maintainEveryMs?: number } = {},
): Promise<Role> {
  const { store, pools, listener, logger, masterKey, clock } = platform;
  if (!masterKey) throw new Error("the search indexer needs the master key");
  const pool = pools.durable;
  const index = options.index ?? (await openSearch(platform));
  const texts = createTextWork(platform.threads);
  const vault = createKeyVault({ pool, masterKey, clock });
  const unsubscribe = listener.subscribe(locksChannel, (keyId) => vault.forgetKeys(keyId));
  const waiter = createPositionWaiter({ listener, pool, readCheckpoints });
  const stopping = new AbortController();
  let isFailing = false;

  let writer: SearchWriter | undefined;
  let handleBatch: ReturnType<typeof collectChanges> | undefined;

  function follow(signal: AbortSignal): Promise<void> {
    return runSubscription({
      store,
      name: "search-indexer",
      // After a failure the index may be a new one, so get its writer and checkpoint.
      async load() {
        writer = await index.openWriter();
        let checkpoint = await writer.checkpoint();
        if (checkpoint === null && (await store.head()) !== null) {
          // A rebuild is faster than following the log, because it reads each entry once.
          await rebuildSearch({ pool, vault, texts, index, store, waiter, signal });
          writer = await index.openWriter();
          checkpoint = await writer.checkpoint();
        }
        const indexing = { pool, vault, texts, store, index, writer, waiter, signal };
        handleBatch = collectChanges({
          store,
          writeThreshold: index.writeSize.events,
          work: (affected, position) => indexAffected(indexing, affected, position),
        });
        isFailing = false;
        return checkpoint;
      },
      async handle(batch) {
        await handleBatch?.(batch);
        isFailing = false;
        if (batch.length < eventBatchSize) await sleep(pauseMs, undefined, { signal }).catch(() => {});
      },
      batchSize: eventBatchSize,
      logger: { warn },
      signal,
    });
  }

  /** Removes leftovers, and calls `onLost` when the index is not the one that the writer was opened for. */
  async function maintainIndex(signal: AbortSignal, onLost: () => void): Promise<void> {
    while (!signal.aborted) {
      await sleep(options.maintainEveryMs ?? maintainEveryMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
      // When the index is down, the subscription reports it.
      await index.emptySpareIndex().catch(() => {});
      await writer?.checkpoint().catch((error: unknown) => {
        if (error instanceof IndexSwapped) onLost();
      });
    }
  }

  /** Follows the log, and starts again when the index was lost or replaced, even while there is nothing to write. */
  async function followAndMaintain(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const indexLost = new AbortController();
      const followEnded = new AbortController();
      await withAnySignal([signal, indexLost.signal], async (stopSignal) => {
        const maintenance = withAnySignal([stopSignal, followEnded.signal], (maintenanceSignal) =>
          maintainIndex(maintenanceSignal, () => indexLost.abort()),
        );
        await follow(stopSignal).finally(() => followEnded.abort());
        await maintenance;
      });
    }
  }

  /** Logs only the name and code of an error, because its message may contain private text. */
  function logError(error: unknown, text?: string): void {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    // The message of `IndexOfAnotherLog` contains no private text, and says what to do.
    const sentence = error instanceof IndexOfAnotherLog ? error.message : text;
    logger.warn(
      { kind: error instanceof Error ? error.name : typeof error, code },
      sentence ?? "the search indexer failed",
    );
  }

  function warn(details: unknown, text?: string): void {
    isFailing = true;
    logError(typeof details === "object" && details !== null && "err" in details ? details.err : null, text);
  }

  const running = underLease(
    pools.relaxed,
    stopping.signal,
    followAndMaintain,
    (error) => logError(error, "the search indexer starts again"),
    // While another process has the lease, this one has nothing to do, and is healthy.
    () => {
      isFailing = false;
    },
  );
  return {
    health: async () => ({ status: isFailing ? "degraded" : "ok" }),
    async stop() {
      stopping.abort();
      await running;
      unsubscribe();
      waiter.close();
    },
  };
}
