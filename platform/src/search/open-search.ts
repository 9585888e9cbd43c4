import type pg from "pg";
import type { Config } from "../config.ts";
import type { EventStore } from "../event-store/event-store.ts";
import { createEngineCheckpoints } from "./meilisearch/checkpoints.ts";
import { createPostgresSearch } from "./postgres/postgres-index.ts";
import type { WorkerThreads } from "../worker-threads/worker-threads.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Opens the configured search index: Meilisearch or PostgreSQL. Its data is rebuildable, so its commits need not be
 * durable.
 */
export async function openSearch(deps: {
  config: Pick<Config, "meilisearch">;
  pools: { readonly relaxed: pg.Pool };
  store: Pick<EventStore, "readAll">;
  threads?: Pick<WorkerThreads, "run">;
}): Promise<SearchIndex> {
  const { config, pools, store, threads } = deps;
  if (config.meilisearch === undefined)
    return createPostgresSearch({ pool: pools.relaxed, ...(threads && { threads }) });
  // Loaded only when a server is configured.
  const { createMeilisearch } = await import("./meilisearch/meilisearch-index.ts");
  const checkpoints = createEngineCheckpoints(pools.relaxed);
  return createMeilisearch({ ...config.meilisearch, checkpoints, logId: logIdOf(store), threads });
}

/**
 * Returns a function that reads the id of the log. It is the id of the first event in the log, which never changes, or an empty text while
 * the log has no events.
 */
function logIdOf(store: Pick<EventStore, "readAll">): () => Promise<string> {
  let logId = "";
  return async () => {
    if (logId === "") logId = (await store.readAll({ after: null, limit: 1 }))[0]?.id ?? "";
    return logId;
  };
}
