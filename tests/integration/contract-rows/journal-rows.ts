import { lockTypes } from "@daybook/domain/contract/lock-types";
import { journal, entry, cover, setting, theme, badJournal, badEntry, type Rows } from "./row.ts";

const encryptionLock = {
  lock: true,
  lock_type: lockTypes.encryption,
  plain_password: "by water to Deptford",
  retype_password: "by water to Deptford",
  password_hint: "a river",
};

/** Calls about journals, locks, themes, Looking Glass and prompts. */
export const journalRows: Rows<
  | "listJournals"
  | "createJournal"
  | "getJournal"
  | "updateJournal"
  | "deleteJournal"
  | "onThisDay"
  | "createCover"
  | "updateCover"
  | "listPageThemes"
  | "getPageTheme"
  | "listPadThemes"
  | "getPadTheme"
  | "updateComposeSetting"
  | "getWordCount"
  | "getCalendar"
  | "getRandomPrompt"
  | "toggleLookingGlass"
  | "disableLookingGlass"
  | "excludeFromLookingGlass"
  | "disableAutoLock"
  | "requestUnlockLink"
  | "unlockByLink"
  | "requestEntryUnlockLink"
  | "unlockEntryByLink"
> = {
  listJournals: {
    input: () => ({}),
    malformed: { input: () => ({ query: { view: "everything" as never } }), status: 422 },
  },
  createJournal: {
    input: () => ({ body: { name: "Second" } }),
    wrongTier: { input: () => ({ body: { name: "Second" } }), status: 403, code: "pro_required" },
    malformed: { input: () => ({ body: { name: " " } }), status: 422 },
  },
  getJournal: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  updateJournal: {
    input: (ids) => ({ ...journal(ids), body: { name: "Mine now" } }),
    otherPersonStatus: 404,
    wrongTier: {
      input: (ids) => ({ ...journal(ids), body: encryptionLock }),
      status: 403,
      code: "pro_required",
    },
    malformed: { input: (ids) => ({ ...journal(ids), body: { name: "x".repeat(101) } }), status: 422 },
  },
  deleteJournal: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  onThisDay: { input: () => ({}) },
  createCover: {
    input: (ids) => ({ ...journal(ids), body: { name: "green" as const } }),
    otherPersonStatus: 404,
    wrongTier: {
      input: (ids) => ({ ...journal(ids), body: { name: "leather" as const } }),
      status: 403,
      code: "pro_required",
    },
    malformed: {
      input: (ids) => ({ ...journal(ids), body: { name: "velvet" as never } }),
      status: 422,
    },
  },
  updateCover: {
    input: (ids) => ({ ...cover(ids), body: { name: "green" as const, normal_url: "x" } }),
    otherPersonStatus: 404,
    wrongTier: {
      input: (ids) => ({ ...cover(ids), body: { name: "kraft" as const } }),
      status: 403,
      code: "pro_required",
    },
    malformed: {
      input: (ids) => ({ params: { ...cover(ids).params, coverId: "x" }, body: { name: "red" } }),
      status: 400,
    },
  },
  listPageThemes: {
    input: (ids) => ({ ...journal(ids), query: { public: "true" as const } }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ ...journal(ids), query: { public: "perhaps" as never } }),
      status: 422,
    },
  },
  getPageTheme: {
    input: theme,
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ params: { ...theme(ids).params, themeId: "-1" } }), status: 400 },
  },
  listPadThemes: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  getPadTheme: {
    input: theme,
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ params: { ...theme(ids).params, themeId: "x" } }), status: 400 },
  },
  updateComposeSetting: {
    input: (ids) => ({ ...setting(ids), body: { font_size: 18 } }),
    otherPersonStatus: 404,
    wrongTier: {
      input: (ids) => ({ ...setting(ids), body: { font: "Georgia" } }),
      status: 403,
      code: "pro_required",
    },
    malformed: {
      input: (ids) => ({ ...setting(ids), body: { font_size: 11 as never } }),
      status: 422,
    },
  },
  getWordCount: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  getCalendar: {
    input: (ids) => ({ ...journal(ids), query: { year: "2026" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), query: { year: "0" } }), status: 422 },
  },
  getRandomPrompt: { input: () => ({}) },
  toggleLookingGlass: {
    input: (ids) => ({ ...journal(ids), body: { looking_glass_status: "On" as const } }),
    otherPersonStatus: 404,
    malformed: {
      input: (ids) => ({ ...journal(ids), body: { looking_glass_status: "Maybe" as never } }),
      status: 422,
    },
  },
  disableLookingGlass: {
    input: () => ({ params: { userSlug: "nobody" } }),
    malformed: { input: () => ({ params: { userSlug: "x".repeat(201) } }), status: 422 },
  },
  excludeFromLookingGlass: {
    input: ({ entryId }) => ({ params: { entryId }, body: { eid: Number(entryId) } }),
    otherPersonStatus: 404,
    malformed: { input: () => ({ params: { entryId: "abc" }, body: {} }), status: 400 },
  },
  disableAutoLock: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  requestUnlockLink: { input: journal, otherPersonStatus: 404, malformed: badJournal },
  unlockByLink: {
    input: (ids) => ({ ...journal(ids), body: { token: "x" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...journal(ids), body: {} as never }), status: 422 },
  },
  requestEntryUnlockLink: { input: entry, otherPersonStatus: 404, malformed: badEntry },
  unlockEntryByLink: {
    input: (ids) => ({ ...entry(ids), body: { token: "x" } }),
    otherPersonStatus: 404,
    malformed: { input: (ids) => ({ ...entry(ids), body: { token: 7 as never } }), status: 422 },
  },
};
