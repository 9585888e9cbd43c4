import type { SearchField, SearchOrder } from "@daybook/domain/contract/search";

const number = (count: number): string => count.toLocaleString("en");
const entries = (count: number): string => (count === 1 ? "1 entry" : `${number(count)} entries`);
const tags = (count: number): string => (count === 1 ? "1 tag" : `${number(count)} tags`);

const fields: Record<SearchField, string> = { everything: "Everything", tags: "Tags", entries: "Entries" };
const orders: Record<SearchOrder, string> = { relevance: "Relevance", date: "Date Created" };

/** The words of the search: its page, its field in the header, and the marks on a page that it found. */
export const searchCopy = {
  title: "Search",
  back: "Back",
  box: "Search your entries and tags",
  boxInTag: (tag: string) => `Search the entries tagged ${tag}`,
  submit: "Search",
  keys: { arrows: "to walk through the results,", open: "to open one,", box: "to come back here." },
  filtersLabel: "Narrow the search",
  field: "Search in",
  fields,
  journal: "Journal",
  allJournals: "All Journals",
  oneJournal: "Another journal",
  order: "Sort by",
  orders,
  before: "Enter a search term to begin searching your entries and tags.",
  corrected: "Showing results for",
  tagView: (tag: string) => `Viewing entries tagged ${tag}`,
  noneInTag: "There are no entries with this tag.",
  leaveTag: "Search everything",
  none: "We're sorry, your search did not return any results.",
  allOfJournals: "Search all journals",
  tagsFound: "Tags",
  entriesFound: "Entries",
  tagOf: (name: string, count: number) => `${name}, ${entries(count)}`,
  entries,
  found: (entryCount: number, tagCount: number) =>
    [entryCount > 0 && entries(entryCount), tagCount > 0 && tags(tagCount)].filter(Boolean).join(" and "),
  lockedEntry: "This entry is locked",
  lockedJournal: "This journal is locked",
  hidden: "Its text shows once it is unlocked.",
  inJournal: (name: string) => `in ${name}`,
  pages: { newer: "Previous", older: "Next" },
  failedTitle: "The search did not work",
  again: "Try again",
  header: {
    label: "Search",
    results: "Search results",
    recent: "Recent searches",
    forget: "Forget these searches",
    all: (text: string) => `All results for “${text}”`,
    none: "Nothing found so far.",
    failed: "The search did not work. Try again in a moment.",
  },
  marks: (count: number) =>
    count === 1
      ? "What you searched for is marked here once. Press Escape to take the mark off."
      : `What you searched for is marked here ${number(count)} times. Press Escape to take the marks off.`,
} as const;
