import type pg from "pg";
import type { Config } from "../config.ts";
import { createPostgresSearch } from "./postgres/postgres-index.ts";
import type { SearchIndex } from "./search-index.ts";

/**
 * Opens the configured search index: Meilisearch or PostgreSQL. Its data is rebuildable, so its commits need not be
 * durable.
 */
export async function openSearch(parts: {
  config: Pick<Config, "meilisearch">;
  pools: { readonly relaxed: pg.Pool };
}): Promise<SearchIndex> {
  const { config, pools } = parts;
  if (config.meilisearch === undefined) return createPostgresSearch({ pool: pools.relaxed });
  // Loaded only when a server is configured.
  const { createMeilisearch } = await import("./meilisearch/meilisearch-index.ts");
  return createMeilisearch(config.meilisearch);
}
