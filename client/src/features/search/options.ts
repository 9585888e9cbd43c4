import type { FoundEntry } from "@daybook/domain/contract/search";
import type { Tag } from "@daybook/domain/contract/tags";
import { hitPath, type KnownJournals, searchPath } from "./search-path.ts";
import type { Suggested } from "./suggest.machine.ts";

/** A line of the list below the header's field: where it leads, and what is remembered of it. */
export type Option = {
  /** what tells it from the others, and stays while more is typed */
  readonly key: string;
  readonly path: string;
  /** what is marked on the page that it leads to */
  readonly sought?: string;
  /** what becomes a recent search when it is chosen; null when nothing does */
  readonly remember: string | null;
} & (
  | { readonly kind: "recent" | "all"; readonly text: string }
  | { readonly kind: "tag"; readonly tag: Tag }
  | { readonly kind: "entry"; readonly entry: FoundEntry }
);

const most = { tags: 3, entries: 5 } as const;

const recentOption = (text: string): Option => ({
  kind: "recent",
  key: `recent ${text}`,
  path: searchPath({ query: text }),
  remember: null,
  text,
});

/**
 * The lines of the list: of what was found first tags, then entries, and the way to all of it; with an empty field, what was
 * looked for before.
 *
 * @param query what stands in the field, without the space around it
 * @param answer what was found last, perhaps for other words
 */
export function optionsOf(
  query: string,
  answer: Suggested | null,
  recent: readonly string[],
  journals: KnownJournals,
): Option[] {
  if (query === "") return recent.map(recentOption);
  const tags = (answer?.found.tags ?? []).slice(0, most.tags).map(({ tag }): Option => ({
    kind: "tag",
    key: `tag ${tag.id}`,
    path: searchPath({ tag: tag.name }),
    remember: query,
    tag,
  }));
  const sought = answer?.found.corrected_query ?? answer?.text ?? query;
  const entries = (answer?.found.entries ?? []).slice(0, most.entries).map(({ entry }): Option => ({
    kind: "entry",
    key: `entry ${entry.id}`,
    path: hitPath(entry, journals),
    sought,
    remember: query,
    entry,
  }));
  // The search page remembers what it searches itself.
  const all: Option = { kind: "all", key: "all", path: searchPath({ query }), remember: null, text: query };
  return [...tags, ...entries, all];
}
