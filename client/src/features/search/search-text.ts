import type { SearchField, SearchOrder } from "@daybook/domain/contract/search";

const number = (count: number): string => count.toLocaleString("en");
const entries = (count: number): string => (count === 1 ? "1 entry" : `${number(count)} entries`);
const tags = (count: number): string => (count === 1 ? "1 tag" : `${number(count)} tags`);

const fields: Record<SearchField, string> = { everything: "Everything", tags: "Tags", entries: "Entries" };
const orders: Record<SearchOrder, string> = { relevance: "Relevance", date: "Date Created" };

/** Text of the search page, the search in the header, and the match highlights. */
export const searchText = {
  title: "Search",
  back: "Back",
  box: "Search your entries and tags",
  boxInTag: (tag: string) => `Search the entries tagged ${tag}`,
  submit: "Search",
  keys: {
    arrows: "to move through the results,",
    open: "to open one,",
    box: "to return to the search field.",
  },
  filtersLabel: "Filters",
  filtersNeedPro: "Filters by type and journal come with PRO.",
  field: "Search in",
  fields,
  journal: "Journal",
  allJournals: "All Journals",
  otherJournal: "Another journal",
  order: "Sort by",
  orders,
  beforeSearch: "Enter a search term to begin searching your entries and tags.",
  corrected: "Showing results for",
  someWords: "No entry has all of these words. These have some of them.",
  tagView: (tag: string) => `Viewing entries tagged ${tag}`,
  noneInTag: "There are no entries with this tag.",
  searchEverything: "Search everything",
  none: "We're sorry, your search did not return any results.",
  searchAllJournals: "Search all journals",
  tagsFound: "Tags",
  entriesFound: "Entries",
  tagOf: (name: string, count: number) => `${name}, ${entries(count)}`,
  entries,
  resultCount: (entryCount: number, tagCount: number) =>
    [entryCount > 0 && entries(entryCount), tagCount > 0 && tags(tagCount)].filter(Boolean).join(" and "),
  lockedEntry: "This entry is locked",
  lockedJournal: "This journal is locked",
  hidden: "Unlock it to see its text.",
  pages: { previous: "Previous", next: "Next" },
  failedTitle: "Search failed",
  tryAgain: "Try again",
  header: {
    results: "Search results",
    recent: "Recent searches",
    clearRecent: "Clear recent searches",
    all: (text: string) => `All results for “${text}”`,
    none: "No results.",
    failed: "Search failed. Try again in a moment.",
  },
  highlighted: (count: number) =>
    count === 1
      ? "1 match is highlighted. Press Escape to clear it."
      : `${number(count)} matches are highlighted. Press Escape to clear them.`,
} as const;
