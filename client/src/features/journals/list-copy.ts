import type { EntriesOrder, EntriesTime, EntriesView } from "../../stores/entries.store.ts";
import type { ListLayout } from "./list-layout.ts";

const count = (entries: number): string =>
  entries === 1 ? "1 entry" : `${entries.toLocaleString("en")} entries`;

const tabs: Record<EntriesView, string> = { active: "All", starred: "Starred", trashed: "Trash" };
const times: Record<EntriesTime, string> = {
  all: "All time",
  today: "Today",
  week: "Last 7 days",
  month: "Last month",
  year: "Last year",
  custom: "Between two days",
};
const orders: Record<EntriesOrder, string> = { created: "By date", modified: "Last changed first" };
const layouts: Record<ListLayout, string> = {
  comfortable: "Comfortable",
  compact: "Compact",
  titles: "Titles only",
};
const none: Record<EntriesView, { title: string; detail: string }> = {
  active: { title: "Nothing written yet", detail: "One sentence about today is plenty." },
  starred: { title: "No starred entries", detail: "Star an entry, and it is kept here within reach." },
  trashed: { title: "The trash is empty", detail: "Deleted entries wait here for 30 days." },
};

/** The words of the list of entries. */
export const listCopy = {
  count,
  tabs,
  tabsLabel: "Which entries",
  waysLabel: "Other ways to look at this journal",
  calendar: "Calendar",
  asOf: "As of a date",
  allJournals: "All journals",
  words: (words: number) => (words === 1 ? "1 word" : `${words.toLocaleString("en")} words`),
  changed: (when: string) => `Changed ${when}`,
  changedOn: "Changed",
  changedIn: (month: string) => `Changed in ${month}`,
  locked: "Locked",
  unlocked: "Unlocked for now",
  lockedText: "Its text shows once it is unlocked.",
  tags: "Tags",
  taggedWith: (name: string) => `Entries tagged ${name}`,
  star: (title: string) => `Star ${title}`,
  unstar: (title: string) => `Remove the star from ${title}`,
  trash: (title: string) => `Move ${title} to the trash`,
  restore: (title: string) => `Restore ${title}`,
  trashed: "Moved to the trash.",
  restored: "Restored.",
  deletedForEver: "Deleted for ever.",
  deleteForEver: "Delete for ever",
  deleteForEverOf: (title: string) => `Delete ${title} for ever`,
  eraseTitle: (title: string) => `Delete “${title}” for ever?`,
  eraseDetail:
    "The text, its history and its photos are destroyed. This cannot be undone, by you or by anybody.",
  daysLeft: (days: number) => {
    if (days <= 0) return "Erased any moment now";
    return days === 1 ? "Erased within a day" : `Erased in ${days} days`;
  },
  filter: {
    label: "Narrow the list",
    time: "When",
    times,
    from: "From",
    to: "To",
    show: "Show these days",
    noDay: "Choose at least one of the two days.",
    order: "Order",
    orders,
    tag: "Tag",
    anyTag: "Any",
    tagOption: (name: string, entries: number) => `${name} (${entries.toLocaleString("en")})`,
    unknownTag: "Another tag",
    clear: "Show all entries",
  },
  layoutLabel: "Layout",
  layouts,
  none,
  noneNarrowed: {
    title: "No entries here",
    tag: "No entry of this list has this tag.",
    today: "Nothing is written for today yet.",
    time: "Nothing was written in this time. Another time may have more.",
  },
  trashNote: "Entries in the trash can be restored for 30 days. Then they are erased.",
} as const;
