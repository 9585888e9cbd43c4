import type { Tag } from "@daybook/domain/contract/tags";
import { streamOf } from "@daybook/domain/kernel/ids";
import { editDistance, toleranceOf } from "@daybook/platform/search/edit-distance";
import type { SearchTerm } from "@daybook/platform/search/parse-query";
import { tokenise } from "@daybook/platform/search/tokens";
import { tagNamesOf, tagsByIds } from "@daybook/read-models/queries/tags";
import type { Actor } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import { closedFor } from "../../policies/lock-gate.ts";
import { byName, foldTagName, openTagName } from "../tags/tag-name.ts";

/** So many tags are told of at most. */
export const mostTags = 20;
/** How far a name is from what was typed, past any misspelling. */
const apart = 100;

type NamedTag = { readonly id: number; readonly name: string };

/** The names of a person's tags. */
export async function readTagNames(deps: ApiDeps, userId: number): Promise<NamedTag[]> {
  const [rows, key] = await Promise.all([
    tagNamesOf(deps.pool, userId),
    deps.vault.openKey(streamOf.account(userId)),
  ]);
  return key ? rows.map(({ id, name }) => ({ id, name: openTagName(key, id, name) })) : [];
}

/** The tag of that name, whatever its case. */
export function tagNamed(tags: readonly NamedTag[], name: string): NamedTag | null {
  const folded = foldTagName(name.trim());
  return tags.find((tag) => foldTagName(tag.name) === folded) ?? null;
}

function distanceOf(word: string, names: readonly string[]): number {
  const tolerance = toleranceOf(word);
  const distances = names.map((name) => {
    if (name === word) return 0;
    if (name.startsWith(word)) return 0.5;
    const { whole } = editDistance(word, name, tolerance);
    return whole <= tolerance ? whole : apart;
  });
  return Math.min(apart, ...distances);
}

/** The tags whose names have every word of a query, or its beginning, or one near to it; the nearest first. */
export function tagsLike(tags: readonly NamedTag[], terms: readonly SearchTerm[]): NamedTag[] {
  const words = terms.flatMap((term) => term.words.map(({ word }) => word));
  if (words.length === 0) return [];
  return tags
    .map((tag) => {
      const names = tokenise(tag.name).flatMap(({ word, asOne }) => [word, ...(asOne ? [asOne.word] : [])]);
      const distance = words.reduce((sum, word) => sum + distanceOf(word, names), 0);
      return { tag, distance };
    })
    .filter(({ distance }) => distance < apart)
    .toSorted((a, b) => a.distance - b.distance || byName(a.tag.name, b.tag.name))
    .slice(0, mostTags)
    .map(({ tag }) => tag);
}

/** Tags with the number of their entries that are open, in the order given. */
export async function countTags(deps: ApiDeps, actor: Actor, tags: readonly NamedTag[]): Promise<Tag[]> {
  if (tags.length === 0) return [];
  const rows = await tagsByIds(
    deps.pool,
    actor.userId,
    tags.map(({ id }) => id),
    await closedFor(deps, actor),
  );
  const totals = new Map(rows.map(({ id, totalEntries }) => [id, totalEntries]));
  return tags.map(({ id, name }) => ({ id, name, total_entries: totals.get(id) ?? 0 }));
}
