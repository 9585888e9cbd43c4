import {
  bigint,
  calendarDate,
  defineTable,
  flag,
  instant,
  integer,
  nullable,
  sealedText,
  text,
} from "../define-table.ts";

/**
 * The SQL condition that an entry's instant and local date are more than a day apart. No time zone explains that: a client
 * sent two values that contradict each other. Queries for a range of dates read these entries separately, and find all others by
 * their instants.
 *
 * @param alias what the columns are prefixed with, such as `e.`
 */
export const datesDisagree = (alias: string): string =>
  `abs((${alias}created_at AT TIME ZONE 'UTC')::date - ${alias}local_date) > 1`;

/** Entries without their bodies. */
export const entries = defineTable({
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
    /** How often the text was saved. */
    revision: integer,
    starred: flag,
    status: text<"active" | "trashed">(),
    trashedAt: nullable(instant),
    wordCount: integer,
    promptId: nullable(bigint),
    padThemeId: integer,
    pageThemeId: integer,
    /** Compose settings of a read-only entry, as JSON. */
    originalSettings: nullable(text()),
    /** True when Looking Glass must never show the entry. */
    excludedFromLookingGlass: flag,
    /** The revision of the last event that this row includes. */
    streamRevision: integer,
  },
  primaryKey: ["id"],
  indexes: [
    { name: "entries_by_created", on: "journal_id, status, created_at, id" },
    { name: "entries_by_day", on: "journal_id, local_date", where: "status = 'active'" },
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
    { name: "entries_out_of_step", on: "journal_id, status, created_at, id", where: datesDisagree("") },
    { name: "entries_trashed", on: "trashed_at, id", where: "trashed_at IS NOT NULL" },
  ],
});

/**
 * The history of each entry's states, to show a journal at a past moment. A state lasts until the next one of the entry.
 * A new text adds no row: `entry_versions` has the history of texts.
 */
export const entryStates = defineTable({
  name: "entry_states",
  access: "writes",
  columns: {
    entryId: bigint,
    /** The revision of the event that began this state. */
    ordinal: integer,
    at: instant,
    journalId: bigint,
    status: text<"active" | "trashed">(),
    starred: flag,
    createdAt: instant,
    localDate: calendarDate,
    timezone: text(),
  },
  primaryKey: ["entryId", "ordinal"],
  group: "entryId",
  appendOnly: true,
  indexes: [
    { name: "entry_states_by_created", on: "journal_id, created_at, entry_id", where: "status = 'active'" },
  ],
});

/** Bodies of entries. They are in a separate table, so that lists do not read them, and a new star or date does not rewrite them. */
export const entryBodies = defineTable({
  name: "entry_bodies",
  access: "writes",
  columns: { entryId: bigint, body: sealedText("entry.body") },
  primaryKey: ["entryId"],
});

/** Counters of a journal's entries. */
export const journalCounts = defineTable({
  name: "journal_counts",
  access: "counters",
  columns: { journalId: bigint, active: integer, trashed: integer, lastUpdate: instant },
  primaryKey: ["journalId"],
  combine: { active: "sum", trashed: "sum", lastUpdate: "greatest" },
});

/** All saved texts of entries. */
export const entryVersions = defineTable({
  name: "entry_versions",
  access: "writes",
  columns: {
    id: bigint,
    entryId: bigint,
    /** Rises with each save of an entry, with gaps. */
    ordinal: integer,
    createdAt: instant,
    title: sealedText("entry.title"),
    body: sealedText("entry.body"),
    excerpt: sealedText("entry.excerpt"),
    wordCount: integer,
    wordsAdded: integer,
    wordsRemoved: integer,
  },
  // Two entries may have the same version id, so every query also has the entry's id.
  primaryKey: ["entryId", "id"],
  group: "entryId",
  appendOnly: true,
  indexes: [{ name: "entry_versions_by_entry", on: "entry_id, ordinal", include: "created_at" }],
});
