import { initialComposeSettings } from "@daybook/domain/journal/look";
import { sampleSealed } from "@daybook/domain/kernel/sample-values";
import type { AccountRow, EntryRow, EntryStateRow, EntryVersionRow, JournalRow } from "../tables.ts";

/** An account's row, with everything as it is at the start. */
export const accountRow = (given: Partial<AccountRow> & { id: number }): AccountRow => ({
  email: sampleSealed(`email-${given.id}`),
  pendingEmail: null,
  firstName: sampleSealed(`first-name-${given.id}`),
  lastName: sampleSealed(`last-name-${given.id}`),
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
  onboardingStep: null,
  membershipLevel: null,
  packageName: null,
  subscriptionLength: null,
  membershipExpiresAt: null,
  autoRenew: false,
  ...given,
});

/** A journal's row; what a test cares for is given. */
export const journalRow = (given: Partial<JournalRow> & { id: number }): JournalRow => ({
  userId: 1,
  name: sampleSealed(`journal-${given.id}`),
  status: "active",
  createdAt: "2026-11-20T10:00:00.000Z",
  trashedAt: null,
  cover: null,
  ...initialComposeSettings,
  classroom: "none",
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
  padThemeId: 1,
  pageThemeId: 1,
  originalSettings: null,
  streamRevision: 0,
  ...given,
});

/** A row of where an entry stood. */
export const stateRow = (
  given: Partial<EntryStateRow> & { entryId: number; ordinal: number },
): EntryStateRow => ({
  at: "2026-11-20T10:00:00.000Z",
  journalId: 10,
  status: "active",
  starred: false,
  createdAt: "2026-11-20T10:00:00.000Z",
  localDate: "2026-11-20",
  timezone: "Europe/London",
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
