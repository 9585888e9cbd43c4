import type { Platform } from "@daybook/platform/platform";
import type { Composition } from "./start-daybook.ts";

/** The roles in the order of their start. A process loads only the roles that it runs. */
export const roles: Composition<Platform>["roles"] = [
  {
    name: "projections",
    start: async (platform, signal) =>
      (await import("@daybook/projections/main")).startProjections(platform, { signal }),
  },
  {
    name: "search-indexer",
    start: async (platform) => (await import("@daybook/search-indexer/main")).startSearchIndexer(platform),
  },
  {
    name: "schedulers",
    start: async (platform) => (await import("@daybook/schedulers/main")).startSchedulers(platform),
  },
  { name: "api", start: async (platform) => (await import("@daybook/api/main")).startApi(platform) },
];
