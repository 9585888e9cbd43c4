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
  custom: "Custom range",
};
const orders: Record<EntriesOrder, string> = { created: "By date", modified: "Recently changed" };
const layouts: Record<ListLayout, string> = {
  comfortable: "Comfortable",
  compact: "Compact",
  titles: "Titles only",
};
const emptyList: Record<EntriesView, { title: string; detail: string }> = {
  active: { title: "No entries yet", detail: "One sentence about today is enough." },
  starred: { title: "No starred entries", detail: "Star an entry to find it here." },
  trashed: { title: "The trash is empty", detail: "Deleted entries stay here for 30 days." },
};

const pageOutOfRange = {
  title: "No entries on this page",
  detail: (pages: number) => (pages === 1 ? "The list has 1 page." : `The list has ${pages} pages.`),
  last: "Go to the last page",
};

/** Text of the entry list. */
export const listText = {
  pageOutOfRange,
  count,
  countOf: (entries: number, totalEntries: number) =>
    `${entries.toLocaleString("en")} of ${count(totalEntries)}`,
  trashCount: (entries: number) => `${count(entries)} in the trash`,
  trashCountOf: (entries: number, trashedEntries: number) =>
    `${entries.toLocaleString("en")} of ${count(trashedEntries)} in the trash`,
  tabs,
  tabsLabel: "Entry lists",
  viewsLabel: "Other views of this journal",
  calendar: "Calendar",
  asOf: "As of a date",
  allJournals: "All journals",
  wordCount: (words: number) => (words === 1 ? "1 word" : `${words.toLocaleString("en")} words`),
  changed: (date: string) => `Changed ${date}`,
  changedOn: "Changed",
  changedIn: (month: string) => `Changed in ${month}`,
  locked: "Locked",
  unlocked: "Unlocked",
  publicLink: (title: string) => `Public link of ${title}`,
  lockedText: "Unlock it to see its text.",
  tags: "Tags",
  taggedWith: (name: string) => `Entries tagged ${name}`,
  star: (title: string) => `Star ${title}`,
  unstar: (title: string) => `Remove the star from ${title}`,
  trash: (title: string) => `Move ${title} to the trash`,
  restore: (title: string) => `Restore ${title}`,
  erase: "Delete forever",
  eraseOf: (title: string) => `Delete ${title} forever`,
  eraseTitle: (title: string) => `Delete “${title}” forever?`,
  daysLeft: (days: number) => (days <= 1 ? "Deleted within a day" : `Deleted in ${days} days`),
  filter: {
    label: "Filter",
    time: "When",
    times,
    from: "From",
    to: "To",
    show: "Apply",
    dayMissing: "Choose a start date or an end date.",
    order: "Sort by",
    orders,
    tag: "Tag",
    anyTag: "Any",
    tagOption: (name: string, entries: number) => `${name} (${entries.toLocaleString("en")})`,
    unknownTag: "Another tag",
    clear: "Clear filters",
  },
  layoutLabel: "Layout",
  layouts,
  empty: emptyList,
  emptyFiltered: {
    title: "No entries here",
    tag: "No entry in this list has this tag.",
    today: "No entries for today yet.",
    time: "No entries in this time range. Try another one.",
  },
  trashNote: "Entries stay in the trash for 30 days. Then they are deleted.",
} as const;
