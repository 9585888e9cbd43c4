import type pg from "pg";
import type { Config } from "../config.ts";
import { createPostgresSearch } from "./postgres.ts";
import type { SearchIndex } from "./search-index.ts";

/** The configured search index: Meilisearch, or PostgreSQL. What it keeps can be made again, so its commits need not wait. */
export async function openSearch(parts: {
  config: Pick<Config, "meilisearch">;
  pools: { readonly relaxed: pg.Pool };
}): Promise<SearchIndex> {
  const { config, pools } = parts;
  if (config.meilisearch === undefined) return createPostgresSearch({ pool: pools.relaxed });
  // Loaded only where there is a server for it.
  const { createMeilisearch } = await import("./meilisearch.ts");
  return createMeilisearch(config.meilisearch);
}
