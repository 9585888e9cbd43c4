import type { FoundEntry } from "@daybook/domain/contract/search";
import type { Tag } from "@daybook/domain/contract/tags";
import { matchQuery } from "./match-query.ts";
import { resultPath, type KnownJournals, searchPath } from "./search-path.ts";
import type { SuggestedResult } from "./suggest.machine.ts";

/** One option of the suggestion list: where it leads, and what to remember of it. */
export type Option = {
  /** a stable key while the query grows */
  readonly key: string;
  readonly path: string;
  /** what to highlight on the target page */
  readonly match?: string;
  /** the recent search that choosing it adds; null for none */
  readonly remember: string | null;
} & (
  | { readonly kind: "recent" | "all"; readonly text: string }
  | { readonly kind: "tag"; readonly tag: Tag }
  | { readonly kind: "entry"; readonly entry: FoundEntry }
);

const maxShown = { tags: 3, entries: 5 } as const;

const recentOption = (text: string): Option => ({
  kind: "recent",
  key: `recent ${text}`,
  path: searchPath({ query: text }),
  remember: null,
  text,
});

/**
 * The options of the list: found tags, then entries, then all results. For an empty field, the recent searches.
 *
 * @param query the trimmed text of the field
 * @param answer the latest results, perhaps of another query
 */
export function optionsOf(
  query: string,
  answer: SuggestedResult | null,
  recent: readonly string[],
  journals: KnownJournals,
): Option[] {
  if (query === "") return recent.map(recentOption);
  const tags = (answer?.found.tags ?? []).slice(0, maxShown.tags).map(({ tag }): Option => ({
    kind: "tag",
    key: `tag ${tag.id}`,
    path: searchPath({ tag: tag.name }),
    remember: query,
    tag,
  }));
  const match = answer?.found.corrected_query ?? answer?.text ?? query;
  const entries = (answer?.found.entries ?? []).slice(0, maxShown.entries).map(({ entry }): Option => ({
    kind: "entry",
    key: `entry ${entry.id}`,
    path: resultPath(entry, journals),
    match: matchQuery(entry, match),
    remember: query,
    entry,
  }));
  // The search page remembers its own searches.
  const allResults: Option = {
    kind: "all",
    key: "all",
    path: searchPath({ query }),
    remember: null,
    text: query,
  };
  return [...tags, ...entries, allResults];
}
