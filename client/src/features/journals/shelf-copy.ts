import type { ErrorCode } from "@daybook/domain/contract/errors";
import type { JournalOrder } from "@daybook/domain/contract/settings-values";

const orders: Record<JournalOrder, string> = {
  custom: "As I arranged them",
  name: "By name",
  created: "As they were started",
  last_update: "Last written in first",
};

/** What a message code of the address says; codes that are not here say nothing. */
const messages: Partial<Record<ErrorCode, string>> = {
  not_found: "What you were looking for is not there any more. Here is everything that is.",
  forbidden: "Your account may not open that page.",
  pro_required: "That comes with PRO.",
  expired_pro: "Your PRO membership has ended. Everything you wrote is still here.",
  locked: "That journal is locked. Open it here first.",
  journal_trashed: "That journal is deleted. You find it below, under “Deleted journals”.",
  entry_trashed: "That entry is in the trash of its journal. You can restore it there.",
  wrong_code: "That link is too old, or was used already. Ask for a new one.",
  unavailable: "That is not available at the moment. Please try again in a little while.",
};

/** What people read on the shelf and around it. */
export const shelfCopy = {
  create: "New journal",
  createLead: "Give it a name. You can change it whenever you like.",
  createSubmit: "Start journal",
  newEntryIn: (name: string) => `New entry in ${name}`,
  open: "Open",
  openOf: (name: string) => `Open ${name}`,
  never: "Nothing written yet",
  written: (when: string) => `Written ${when}`,
  menu: (name: string) => `More for ${name}`,
  renameTitle: "Rename journal",
  look: "Cover and paper",
  lock: "Lock…",
  lockNow: "Lock now",
  locked: (name: string) => `“${name}” is locked.`,
  settings: "Journal settings",
  proRequired: "A free account keeps one journal. You can delete this one first, or rename it.",
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteDetail: (entries: string) =>
    `The journal and its ${entries} go to the trash. You can bring them back for 30 days; after that they are gone.`,
  deleted: (name: string) => `“${name}” is in the trash.`,
  restored: (name: string) => `“${name}” is back.`,
  emptyTitle: "No journal here yet",
  empty: "Start one, and write the first page.",
  firstPage: "The first page is waiting. One sentence about today is plenty.",
  views: { label: "View", shelf: "Shelf", list: "List" },
  order: "Order",
  orders,
  arrange: {
    handle: (name: string) => `Move ${name}`,
    how: "Drag it, or press the arrow keys.",
    moved: (name: string, place: number, of: number) => `${name} is now ${place} of ${of}.`,
  },
  columns: {
    place: "Place",
    cover: "Cover",
    journal: "Journal",
    entries: "Entries",
    written: "Last written",
    acts: "Acts",
  },
  onThisDay: {
    title: "On this day",
    ago: (years: number) => (years === 1 ? "a year ago" : `${years} years ago`),
    inJournal: (name: string) => `in ${name}`,
    closed: "This entry is locked.",
  },
  greeting: (firstName: string) => `Welcome back, ${firstName}. The link in your mail logged you in.`,
  messages,
  trash: {
    title: "Deleted journals",
    empty: "No deleted journals.",
    left: (days: number) => (days <= 0 ? "Goes today" : days === 1 ? "1 day left" : `${days} days left`),
    erase: "Delete for ever",
    eraseOf: (name: string) => `Delete ${name} for ever`,
    eraseTitle: (name: string) => `Delete “${name}” for ever?`,
    eraseDetail: (entries: string) =>
      `The journal and its ${entries}, their history and their photos are destroyed. This cannot be undone, by you or by anybody.`,
    erasePassword: "The journal’s password",
    eraseMissing: "Type the journal’s password.",
    erased: (name: string) => `“${name}” is destroyed.`,
  },
  settingsSheet: {
    title: (name: string) => `Settings of “${name}”`,
    name: "Name",
    nameDetail: (name: string) => `It is called “${name}”.`,
    look: "Cover and paper",
    lookDetail: "The cover, the page, the pad, and how writing looks.",
    lock: "Lock",
    lockStates: {
      none: "It has no lock of its own.",
      open: "It has a lock, which is open.",
      closed: "It is locked.",
    },
    lookingGlass: "Looking Glass",
    lookingGlassDetail:
      "Reminds you by mail of what you wrote in earlier years. It is not there yet; you will turn it on and off here.",
    change: "Change",
    later: "Comes later",
  },
} as const;
