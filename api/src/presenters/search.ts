import type { EntryHit } from "@daybook/application/search/find-entries";
import type { SearchView } from "@daybook/application/search/search-diary";
import type { Reply } from "@daybook/domain/contract/contract";
import type { FoundEntry } from "@daybook/domain/contract/search";
import { presentTag } from "./tag.ts";

const presentHit = ({
  id,
  title,
  excerpt,
  createdAt,
  localDate,
  hasLock,
  journal,
}: EntryHit): FoundEntry => ({
  id,
  title,
  excerpt,
  created: Math.floor(Date.parse(createdAt) / 1_000),
  local_date: localDate,
  is_locked: hasLock,
  journal: { id: journal.id, name: journal.name, is_locked: journal.hasLock },
});

/** A page of search results in a reply. */
export const presentSearch = (result: SearchView): Reply<"search"> => ({
  total_entries: result.totalEntries,
  page: result.page,
  entries: result.entries.map((hit) => ({ entry: presentHit(hit) })),
  tags: result.tags.map((tag) => ({ tag: presentTag(tag) })),
  corrected_query: result.correctedText,
  has_all_words: result.hasAllWords,
});
