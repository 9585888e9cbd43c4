import { sampleSealed } from "@daybook/domain/kernel/sample-values";
import type { EntryRow, EntryVersionRow, JournalRow } from "../tables.ts";

/** A journal's row; what a test cares for is given. */
export const journalRow = (given: Partial<JournalRow> & { id: number }): JournalRow => ({
  userId: 1,
  name: sampleSealed(`journal-${given.id}`),
  status: "active",
  createdAt: "2026-11-20T10:00:00.000Z",
  trashedAt: null,
  ...given,
});

/** An entry's row. */
export const entryRow = (given: Partial<EntryRow> & { id: number }): EntryRow => ({
  userId: 1,
  journalId: 10,
  title: sampleSealed(`title-${given.id}`),
  excerpt: sampleSealed(`excerpt-${given.id}`),
  contentTag: "tag",
  createdAt: "2026-11-20T10:00:00.000Z",
  localDate: "2026-11-20",
  timezone: "Europe/London",
  modifiedAt: "2026-11-20T10:00:00.000Z",
  revision: 1,
  starred: false,
  status: "active",
  trashedAt: null,
  wordCount: 3,
  promptId: null,
  streamRevision: 0,
  ...given,
});

/** A row of a saved version. */
export const versionRow = (
  given: Partial<EntryVersionRow> & { id: number; ordinal: number },
): EntryVersionRow => ({
  entryId: 100,
  createdAt: "2026-11-20T10:00:00.000Z",
  title: sampleSealed(`title-${given.id}`),
  body: sampleSealed(`body-${given.id}`),
  excerpt: sampleSealed(`excerpt-${given.id}`),
  wordCount: 3,
  wordsAdded: 3,
  wordsRemoved: 0,
  ...given,
});
