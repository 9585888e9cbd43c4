import { streamOf } from "@daybook/domain/kernel/ids";
import { editDistance, toleranceBetween } from "@daybook/platform/search/text/edit-distance";
import type { SearchTerm } from "@daybook/platform/search/text/parse-query";
import { tokenise } from "@daybook/platform/search/text/tokens";
import { tagNamesOfUser, tagsByIds } from "@daybook/read-models/queries/tags";
import type { Actor } from "../context.ts";
import type { Application } from "../application.ts";
import { findClosedContent } from "../access/lock-gate.ts";
import { compareTagNames, foldTagName, openTagName } from "../tags/tag-name.ts";
import type { TagView } from "../tags/tag-view.ts";

/** The most tags that a search shows. */
export const maxTagHits = 20;
/** The distance between words that do not match; greater than the distance of any misspelling. */
const noMatch = 100;

type TagName = Pick<TagView, "id" | "name">;

/** The names of a person's tags. */
export async function loadTagNames(app: Application, userId: number): Promise<TagName[]> {
  const [rows, key] = await Promise.all([
    tagNamesOfUser(app.pool, userId),
    app.vault.openKey(streamOf.account(userId)),
  ]);
  return key ? rows.map(({ id, name }) => ({ id, name: openTagName(key, id, name) })) : [];
}

/** The tag with this name, compared with {@link foldTagName}; `null` when there is none. */
export function findTagByName(tags: readonly TagName[], name: string): TagName | null {
  const folded = foldTagName(name.trim());
  return tags.find((tag) => foldTagName(tag.name) === folded) ?? null;
}

/**
 * How far a word is from the nearest word of a name: 0 when they are equal, 0.5 when the word of the name begins with `word`, more
 * for a misspelling.
 */
function distanceOf(word: string, nameWords: readonly string[]): number {
  const distances = nameWords.map((nameWord) => {
    if (nameWord === word) return 0;
    if (nameWord.startsWith(word)) return 0.5;
    const tolerance = toleranceBetween(word, nameWord);
    const { wholeDistance } = editDistance(word, nameWord, tolerance);
    return wholeDistance <= tolerance ? wholeDistance : noMatch;
  });
  return Math.min(noMatch, ...distances);
}

/**
 * The tags that match every word of a query. A word matches a name that has the same word, a longer word that
 * begins with it, or a similar word. Best match first.
 */
export function matchTags(tags: readonly TagName[], terms: readonly SearchTerm[]): TagName[] {
  const words = terms.flatMap((term) => term.words.map(({ word }) => word));
  if (words.length === 0) return [];
  return tags
    .map((tag) => {
      const nameWords = tokenise(tag.name).flatMap(({ word, compound }) => [
        word,
        ...(compound ? [compound.word] : []),
      ]);
      const distance = words.reduce((total, word) => total + distanceOf(word, nameWords), 0);
      return { tag, distance };
    })
    .filter(({ distance }) => distance < noMatch)
    .toSorted((a, b) => a.distance - b.distance || compareTagNames(a.tag.name, b.tag.name))
    .slice(0, maxTagHits)
    .map(({ tag }) => tag);
}

/** Adds to tags how many of their entries the actor may see, in the order of `tags`. */
export async function countEntriesOfTags(
  app: Application,
  actor: Actor,
  tags: readonly TagName[],
): Promise<TagView[]> {
  if (tags.length === 0) return [];
  const ids = tags.map(({ id }) => id);
  const rows = await tagsByIds(app.pool, actor.userId, ids, await findClosedContent(app, actor));
  const totals = new Map(rows.map(({ id, totalEntries }) => [id, totalEntries]));
  return tags.map(({ id, name }) => ({ id, name, totalEntries: totals.get(id) ?? 0 }));
}
