import type { ErrorCode } from "@daybook/domain/contract/errors";
import type { JournalOrder } from "@daybook/domain/contract/settings-values";

const orders: Record<JournalOrder, string> = {
  custom: "Custom order",
  name: "By name",
  created: "By date created",
  last_update: "Recently updated",
};

/** The message for a code in the URL; unknown codes have none. */
const messages: Partial<Record<ErrorCode, string>> = {
  not_found: "What you were looking for no longer exists. Here are your journals.",
  forbidden: "Your account does not have access to that page.",
  pro_required: "This requires PRO.",
  expired_pro: "Your PRO membership has ended. Everything you wrote is still here.",
  locked: "That journal is locked. Unlock it here first.",
  journal_trashed: "That journal was deleted. You can find it below, under “Deleted journals”.",
  entry_trashed: "That entry is in the trash of its journal. You can restore it there.",
  wrong_code: "That link has expired or was already used. Request a new one.",
  unavailable: "This is not available right now. Please try again later.",
};

/** Text of the journals page, and of the menu and the dialogs of a journal. */
export const journalsText = {
  create: "New journal",
  createLead: "Give it a name. You can change it at any time.",
  createSubmit: "Create journal",
  newEntryIn: (name: string) => `New entry in ${name}`,
  open: "Open",
  openOf: (name: string) => `Open ${name}`,
  noEntries: "No entries yet",
  updated: (time: string) => `Updated ${time}`,
  menu: (name: string) => `More actions for ${name}`,
  renameTitle: "Rename journal",
  look: "Cover and paper",
  lock: "Lock…",
  lockNow: "Lock now",
  locked: (name: string) => `“${name}” is locked.`,
  settings: "Journal settings",
  proRequired: "A free account has one journal. More journals need PRO.",
  onlyOne:
    "A free account has one journal. With PRO, you can have as many as you like. Until then, you can separate topics with tags.",
  aboutPro: "About PRO",
  deleteTitle: (name: string) => `Delete “${name}”?`,
  deleteDetail: (entries: string) =>
    `The journal and its ${entries} move to the trash. You can restore them for 30 days. After that they are deleted.`,
  deleted: (name: string) => `“${name}” moved to the trash.`,
  restored: (name: string) => `“${name}” restored.`,
  emptyTitle: "No journals yet",
  empty: "Create a journal to start writing.",
  writeFirstEntry: "Write your first entry. One sentence about today is enough.",
  views: { label: "View", grid: "Grid", list: "List" },
  order: "Sort by",
  orders,
  arrange: {
    handle: (name: string) => `Move ${name}`,
    hint: "Drag it, or press the arrow keys.",
    moved: (name: string, position: number, total: number) => `${name} is now ${position} of ${total}.`,
  },
  columns: {
    position: "Position",
    cover: "Cover",
    journal: "Journal",
    entries: "Entries",
    updated: "Last updated",
    actions: "Actions",
  },
  onThisDay: {
    title: "On this day",
    lookBack: "Looking back",
    inJournal: (name: string) => `in ${name}`,
    exclude: "Don’t show again",
    excludeEntry: (title: string) => `Don’t show “${title}” again`,
    excludeTitle: (title: string) => `Don’t show “${title}” again?`,
    excludeDetail:
      "The entry stays in your journal. It is no longer shown here or in look-back e-mails. This cannot be undone.",
    excluded: "This entry will not be shown again.",
  },
  greeting: (firstName: string) => `Welcome back, ${firstName}. The link in your e-mail logged you in.`,
  messages,
  password: { label: "The journal’s password", missing: "Enter the journal’s password." },
  trash: {
    title: "Deleted journals",
    empty: "No deleted journals.",
    daysLeft: (days: number) => (days === 1 ? "1 day left" : `${days} days left`),
    erase: "Delete forever",
    eraseOf: (name: string) => `Delete ${name} forever`,
    eraseTitle: (name: string) => `Delete “${name}” forever?`,
    eraseDetail: (entries: string) =>
      `The journal and its ${entries}, their history and their photos will be deleted. This cannot be undone.`,
    eraseHiddenTitle: "Locked entry",
    eraseLocked:
      "Restore the journal, unlock these entries or remove their locks, and then delete the journal.",
    erased: (name: string) => `“${name}” deleted forever.`,
  },
  settingsSheet: {
    title: (name: string) => `Settings for “${name}”`,
    name: "Name",
    nameDetail: (name: string) => `The name is “${name}”.`,
    look: "Cover and paper",
    lookDetail: "The cover, the page, the pad, and how writing looks.",
    lock: "Lock",
    lockStates: {
      none: "It has no lock.",
      open: "It has a lock and is unlocked.",
      closed: "It is locked.",
    },
    reminders: "Reminders",
    remindersDetail: "E-mails that remind you to write.",
    lookingGlass: "Looking Glass",
    lookingGlassDetail:
      "Shows you earlier entries on the page of your journals, and by e-mail at most once a week. An e-mail has only the title. Locked journals and entries are left out.",
    change: "Change",
  },
} as const;
