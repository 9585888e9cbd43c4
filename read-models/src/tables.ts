import {
  bigint,
  calendarDate,
  defineTable,
  flag,
  instant,
  integer,
  nullable,
  type ReadModel,
  type RowOf,
  sealedText,
  text,
} from "./define-table.ts";

const accounts = defineTable({
  name: "accounts",
  access: "rows",
  columns: {
    id: bigint,
    email: sealedText("account.email"),
    firstName: sealedText("account.first_name"),
    lastName: sealedText("account.last_name"),
    timezone: text(),
    receiveMarketingEmails: flag,
    createdAt: instant,
  },
  primaryKey: ["id"],
});

const accountSessions = defineTable({
  name: "account_sessions",
  access: "rows",
  columns: {
    sessionId: bigint,
    userId: bigint,
    startedAt: instant,
    endedAt: nullable(instant),
    endedBy: nullable(text<"refreshed" | "logout" | "revoked">()),
    ip: nullable(sealedText("account.session_ip")),
    userAgent: nullable(sealedText("account.session_user_agent")),
  },
  primaryKey: ["sessionId"],
  indexes: [{ name: "account_sessions_by_user", on: "user_id, started_at, session_id" }],
});

const journals = defineTable({
  name: "journals",
  access: "rows",
  columns: {
    id: bigint,
    userId: bigint,
    name: sealedText("journal.name"),
    status: text<"active" | "trashed">(),
    createdAt: instant,
    trashedAt: nullable(instant),
  },
  primaryKey: ["id"],
  indexes: [{ name: "journals_by_user", on: "user_id, created_at, id" }],
});

const entries = defineTable({
  name: "entries",
  access: "rows",
  columns: {
    id: bigint,
    userId: bigint,
    journalId: bigint,
    title: sealedText("entry.title"),
    excerpt: sealedText("entry.excerpt"),
    contentTag: text(),
    createdAt: instant,
    localDate: calendarDate,
    timezone: text(),
    modifiedAt: instant,
    revision: integer,
    starred: flag,
    status: text<"active" | "trashed">(),
    trashedAt: nullable(instant),
    wordCount: integer,
    promptId: nullable(bigint),
    /** The revision of the last event of its stream that is in this row. */
    streamRevision: integer,
  },
  primaryKey: ["id"],
  indexes: [
    { name: "entries_by_created", on: "journal_id, status, created_at, id" },
    { name: "entries_by_modified", on: "journal_id, status, modified_at, id" },
    {
      name: "entries_starred_by_created",
      on: "journal_id, created_at, id",
      where: "starred AND status = 'active'",
    },
    {
      name: "entries_starred_by_modified",
      on: "journal_id, modified_at, id",
      where: "starred AND status = 'active'",
    },
  ],
});

/** Apart from `entries`, so that lists, stars and dates neither read nor rewrite a body. */
const entryBodies = defineTable({
  name: "entry_bodies",
  access: "blind",
  columns: { entryId: bigint, body: sealedText("entry.body") },
  primaryKey: ["entryId"],
});

const journalCounts = defineTable({
  name: "journal_counts",
  access: "tally",
  columns: { journalId: bigint, active: integer, trashed: integer, lastUpdate: instant },
  primaryKey: ["journalId"],
  combine: { active: "sum", trashed: "sum", lastUpdate: "greatest" },
});

const entryVersions = defineTable({
  name: "entry_versions",
  access: "blind",
  columns: {
    id: bigint,
    entryId: bigint,
    /** Rises with every save of an entry; not without gaps. */
    ordinal: integer,
    createdAt: instant,
    title: sealedText("entry.title"),
    body: sealedText("entry.body"),
    excerpt: sealedText("entry.excerpt"),
    wordCount: integer,
    wordsAdded: integer,
    wordsRemoved: integer,
  },
  // Two entries may draw the same version id; a version is only ever asked for under its entry.
  primaryKey: ["entryId", "id"],
  group: "entryId",
  appendOnly: true,
  indexes: [{ name: "entry_versions_by_entry", on: "entry_id, ordinal", include: "created_at" }],
});

/** Every read model, by the name of its projection. Raise `version` with any change: the next start rebuilds it. */
export const readModels = {
  account: { name: "account", version: 1, tables: { accounts, accountSessions } },
  "journal-list": { name: "journal-list", version: 1, tables: { journals } },
  "entry-page": { name: "entry-page", version: 1, tables: { entries, entryBodies, journalCounts } },
  "entry-versions": { name: "entry-versions", version: 1, tables: { entryVersions } },
} as const satisfies Readonly<Record<string, ReadModel>>;

/** The name of a projection, as routes declare what they wait for. */
export type ProjectionName = keyof typeof readModels;

/** All tables by the name they have in rows' code. */
export const tables = {
  accounts,
  accountSessions,
  journals,
  entries,
  entryBodies,
  journalCounts,
  entryVersions,
} as const;

/** A row of `entries`. */
export type EntryRow = RowOf<typeof entries>;
/** A row of `journals`. */
export type JournalRow = RowOf<typeof journals>;
/** A row of `accounts`. */
export type AccountRow = RowOf<typeof accounts>;
/** A row of `account_sessions`. */
export type AccountSessionRow = RowOf<typeof accountSessions>;
/** A row of `entry_versions`. */
export type EntryVersionRow = RowOf<typeof entryVersions>;
