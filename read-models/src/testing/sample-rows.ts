import { initialComposeSettings } from "@daybook/domain/journal/appearance";
import { sampleSealed } from "@daybook/domain/kernel/sample-values";
import type { AccountRow, EntryRow, EntryStateRow, EntryVersionRow, JournalRow } from "../tables.ts";

/** A row of a new account. `fields` are the values that a test needs. */
export const accountRow = (fields: Partial<AccountRow> & { id: number }): AccountRow => ({
  email: sampleSealed(`email-${fields.id}`),
  pendingEmail: null,
  firstName: sampleSealed(`first-name-${fields.id}`),
  lastName: sampleSealed(`last-name-${fields.id}`),
  createdAt: "2026-11-20T10:00:00.000Z",
  dateFormat: "ddd. M/D/YYYY",
  timezone: "Europe/London",
  journalOrder: "created",
  customOrder: "",
  receiveShares: true,
  receiveMarketingEmails: false,
  showPodcast: true,
  autoLogout: 0,
  uiTheme: "default",
  lookingGlass: true,
  onboardingStep: null,
  membershipLevel: null,
  packageName: null,
  subscriptionLength: null,
  membershipExpiresAt: null,
  autoRenew: false,
  ...fields,
});

/** A row of a journal. */
export const journalRow = (fields: Partial<JournalRow> & { id: number }): JournalRow => ({
  userId: 1,
  name: sampleSealed(`journal-${fields.id}`),
  status: "active",
  createdAt: "2026-11-20T10:00:00.000Z",
  trashedAt: null,
  cover: null,
  ...initialComposeSettings,
  classroom: "none",
  lookingGlass: true,
  ...fields,
});

/** A row of an entry. */
export const entryRow = (fields: Partial<EntryRow> & { id: number }): EntryRow => ({
  userId: 1,
  journalId: 10,
  title: sampleSealed(`title-${fields.id}`),
  excerpt: sampleSealed(`excerpt-${fields.id}`),
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
  padThemeId: 1,
  pageThemeId: 1,
  originalSettings: null,
  excludedFromLookingGlass: false,
  streamRevision: 0,
  ...fields,
});

/** A row of an entry's state. */
export const stateRow = (
  fields: Partial<EntryStateRow> & { entryId: number; ordinal: number },
): EntryStateRow => ({
  at: "2026-11-20T10:00:00.000Z",
  journalId: 10,
  status: "active",
  starred: false,
  createdAt: "2026-11-20T10:00:00.000Z",
  localDate: "2026-11-20",
  timezone: "Europe/London",
  ...fields,
});

/** A row of a saved version. */
export const versionRow = (
  fields: Partial<EntryVersionRow> & { id: number; ordinal: number },
): EntryVersionRow => ({
  entryId: 100,
  createdAt: "2026-11-20T10:00:00.000Z",
  title: sampleSealed(`title-${fields.id}`),
  body: sampleSealed(`body-${fields.id}`),
  excerpt: sampleSealed(`excerpt-${fields.id}`),
  wordCount: 3,
  wordsAdded: 3,
  wordsRemoved: 0,
  ...fields,
});
