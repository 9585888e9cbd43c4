import type { Platform, Role } from "@daybook/platform/platform";

/** The search indexer: starts, stops and reports health. What it indexes comes with search itself. */
export async function startSearchIndexer(platform: Pick<Platform, "logger">): Promise<Role> {
  platform.logger.info("search-indexer is up; there is no search yet, so it indexes nothing");
  return {
    health: async () => ({ status: "ok" }),
    stop: async () => {},
  };
}
