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
 * True for an entry whose instant and date are more than a day apart, which no time zone explains: its caller sent both. All
 * others are found by their instants when a range of dates is asked for.
 *
 * @param alias what the columns are prefixed with, such as `e.`
 */
export const outOfStep = (alias: string): string =>
  `abs((${alias}created_at AT TIME ZONE 'UTC')::date - ${alias}local_date) > 1`;

/** Entries without their bodies, as lists and their own page show them. */
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
    revision: integer,
    starred: flag,
    status: text<"active" | "trashed">(),
    trashedAt: nullable(instant),
    wordCount: integer,
    promptId: nullable(bigint),
    padThemeId: integer,
    pageThemeId: integer,
    /** Compose settings as JSON, of an entry that can be read and not changed. */
    originalSettings: nullable(text()),
    /** The revision of the last event of its stream that is in this row. */
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
    { name: "entries_out_of_step", on: "journal_id, status, created_at, id", where: outOfStep("") },
    { name: "entries_trashed", on: "trashed_at, id", where: "trashed_at IS NOT NULL" },
  ],
});

/**
 * Where an entry stood and what was said of it from one of its events until the next, for looking at the past. Texts have
 * their own history in `entry_versions`; a save adds nothing here.
 */
export const entryStates = defineTable({
  name: "entry_states",
  access: "blind",
  columns: {
    entryId: bigint,
    /** The revision of the event that brought it about. */
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

/** Apart from `entries`, so that lists, stars and dates neither read nor rewrite a body. */
export const entryBodies = defineTable({
  name: "entry_bodies",
  access: "blind",
  columns: { entryId: bigint, body: sealedText("entry.body") },
  primaryKey: ["entryId"],
});

/** How many entries a journal has. */
export const journalCounts = defineTable({
  name: "journal_counts",
  access: "tally",
  columns: { journalId: bigint, active: integer, trashed: integer, lastUpdate: instant },
  primaryKey: ["journalId"],
  combine: { active: "sum", trashed: "sum", lastUpdate: "greatest" },
});

/** Every text that was saved of an entry. */
export const entryVersions = defineTable({
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
