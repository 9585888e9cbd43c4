import type { Platform, Role, RoleName } from "@daybook/platform/platform";

/** The roles in the order of their start. A process loads only the roles that it runs. */
export const roles: readonly { name: RoleName; start: (platform: Platform) => Promise<Role> }[] = [
  {
    name: "projections",
    start: async (platform) => (await import("@daybook/projections/main")).startProjections(platform),
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
