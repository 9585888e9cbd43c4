import type { FoundEntry } from "@daybook/domain/contract/search";
import type { Tag } from "@daybook/domain/contract/tags";
import { highlightQueryOf } from "./highlight-query.ts";
import { resultPath, type LoadedJournals, searchPath } from "./search-path.ts";
import type { SuggestedResults } from "./suggest.machine.ts";

/** One option of the suggestion list: where it leads, and which search to remember. */
export type Option = {
  /** stays the same while the user goes on typing */
  readonly key: string;
  readonly path: string;
  /** what to highlight on the target page */
  readonly match?: string;
  /** added to the recent searches when the user chooses this option; null to add nothing */
  readonly searchToRemember: string | null;
} & (
  | { readonly kind: "recent" | "all"; readonly text: string }
  | { readonly kind: "tag"; readonly tag: Tag }
  | { readonly kind: "entry"; readonly entry: FoundEntry }
);

const maxOptions = { tags: 3, entries: 5 } as const;

const recentOption = (text: string): Option => ({
  kind: "recent",
  key: `recent ${text}`,
  path: searchPath({ query: text }),
  searchToRemember: null,
  text,
});

/**
 * The options of the list: found tags, then entries, then the link to all results. When the field is empty, the options are the recent
 * searches.
 *
 * @param query the trimmed text of the field
 * @param results the latest results; they may belong to an earlier query
 */
export function optionsOf(
  query: string,
  results: SuggestedResults | null,
  recentSearches: readonly string[],
  journals: LoadedJournals,
): Option[] {
  if (query === "") return recentSearches.map(recentOption);
  const tags = (results?.reply.tags ?? []).slice(0, maxOptions.tags).map(({ tag }): Option => ({
    kind: "tag",
    key: `tag ${tag.id}`,
    path: searchPath({ tag: tag.name }),
    searchToRemember: query,
    tag,
  }));
  const searchedText = results?.reply.corrected_query ?? results?.text ?? query;
  const entries = (results?.reply.entries ?? []).slice(0, maxOptions.entries).map(({ entry }): Option => ({
    kind: "entry",
    key: `entry ${entry.id}`,
    path: resultPath(entry, journals),
    match: highlightQueryOf(entry, searchedText),
    searchToRemember: query,
    entry,
  }));
  // The search page that opens adds the query to the recent searches itself.
  const allResults: Option = {
    kind: "all",
    key: "all",
    path: searchPath({ query }),
    searchToRemember: null,
    text: query,
  };
  return [...tags, ...entries, allResults];
}
