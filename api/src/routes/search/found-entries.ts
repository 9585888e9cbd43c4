import { toText } from "@daybook/content/to-text";
import type { FoundEntry } from "@daybook/domain/contract/search";
import { streamOf } from "@daybook/domain/kernel/ids";
import { open } from "@daybook/platform/privacy/seal";
import { excerptAround, highlight, matchesAll } from "@daybook/platform/search/highlight";
import type { SearchTerm } from "@daybook/platform/search/parse-query";
import { searchedEntries } from "@daybook/read-models/queries/searched-entries";
import type { Actor } from "../../context.ts";
import type { ApiDeps } from "../../deps.ts";
import type { SearchScope } from "../../policies/search-scope.ts";

/**
 * The entries found as they are shown, by their ids: read now, with the keys of now, as the index may be behind. One that is
 * gone, or that a lock hides since, is missing. What is locked has its title alone, open or not.
 */
export async function presentFound(
  deps: ApiDeps,
  actor: Actor,
  scope: SearchScope,
  ids: readonly number[],
  asked: { readonly terms: readonly SearchTerm[]; readonly tagId: number | null },
): Promise<Map<number, FoundEntry>> {
  const { terms, tagId } = asked;
  const rows = ids.length === 0 ? [] : await searchedEntries(deps.pool, ids);
  // On nobody's behalf: an open lock is a lock here. Keys come after the texts, with the locks that stand before them.
  const keys = await deps.vault.findKeys(rows.map(({ id }) => streamOf.entry(id)));
  const shown = new Map<number, FoundEntry>();
  for (const row of rows) {
    const stream = streamOf.entry(row.id);
    const found = keys.get(stream);
    const journal = scope.journals.get(row.journalId);
    if (row.userId !== actor.userId || !journal || !found?.foundTitleKey) continue;
    const title = open(found.foundTitleKey, stream, "entry.title", row.title);
    const isLocked = found.isLocked;
    if (isLocked && (tagId !== null || !matchesAll(title, terms))) continue;
    const body = found.key && !isLocked ? toText(open(found.key, stream, "entry.body", row.body)) : null;
    shown.set(row.id, {
      id: row.id,
      title: highlight(title, terms),
      excerpt: body === null ? "" : excerptAround(body, terms),
      created: Math.floor(Date.parse(row.createdAt) / 1000),
      local_date: row.localDate,
      is_locked: found.lock !== null,
      journal: isLocked && !found.lock ? { ...journal, is_locked: true } : journal,
    });
  }
  return shown;
}
