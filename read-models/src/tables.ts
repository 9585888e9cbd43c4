import type { ReadModel, RowOf } from "./define-table.ts";
import { accounts, accountActivities } from "./tables/account-tables.ts";
import { photos, tags, entryTags, publicLinks } from "./tables/entry-extras-tables.ts";
import { entries, entryStates, entryBodies, journalCounts, entryVersions } from "./tables/entry-tables.ts";
import { journals } from "./tables/journal-tables.ts";

/**
 * Every read model, by the name of its projection. Raise `version` when the tables or their content change. The next start then rebuilds
 * the read model.
 */
export const readModels = {
  account: { name: "account", version: 5, tables: { accounts, accountActivities } },
  "journal-list": { name: "journal-list", version: 3, tables: { journals } },
  "entry-page": {
    name: "entry-page",
    version: 5,
    tables: { entries, entryBodies, entryStates, journalCounts },
  },
  "entry-versions": { name: "entry-versions", version: 1, tables: { entryVersions } },
  "entry-photos": { name: "entry-photos", version: 1, tables: { photos } },
  tags: { name: "tags", version: 1, tables: { tags, entryTags } },
  "public-links": { name: "public-links", version: 1, tables: { publicLinks } },
} as const satisfies Readonly<Record<string, ReadModel>>;

/** The name of a projection. */
export type ProjectionName = keyof typeof readModels;

/** All tables by their names in code. */
export const tables = {
  accounts,
  accountActivities,
  journals,
  entries,
  entryBodies,
  entryStates,
  journalCounts,
  entryVersions,
  photos,
  tags,
  entryTags,
  publicLinks,
} as const;

/** A row of `entries`. */
export type EntryRow = RowOf<typeof entries>;
/** A row of `entry_states`. */
export type EntryStateRow = RowOf<typeof entryStates>;
/** A row of `journals`. */
export type JournalRow = RowOf<typeof journals>;
/** A row of `accounts`. */
export type AccountRow = RowOf<typeof accounts>;
/** A row of `account_activities`. */
export type AccountActivityRow = RowOf<typeof accountActivities>;
/** A row of `photos`. */
export type PhotoRow = RowOf<typeof photos>;
/** A row of `tags`. */
export type TagRow = RowOf<typeof tags>;
/** A row of `entry_versions`. */
export type EntryVersionRow = RowOf<typeof entryVersions>;
