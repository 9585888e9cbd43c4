import { toText } from "@daybook/content/to-text";
import { paging } from "@daybook/domain/contract/bounds";
import type { SearchOrder } from "@daybook/domain/contract/search";
import { streamOf } from "@daybook/domain/kernel/ids";
import type { SearchResult } from "@daybook/platform/search/search-index";
import { excerptAround, highlight, matchesAll, matchesIn } from "@daybook/platform/search/text/highlight";
import type { SearchTerm } from "@daybook/platform/search/text/parse-query";
import { DataKey } from "@daybook/platform/vault/data-key";
import { open } from "@daybook/platform/vault/seal";
import type { EntryWithBody } from "@daybook/read-models/queries/entries";
import { searchableEntries } from "@daybook/read-models/queries/searched-entries";
import type { SearchScope, SearchedJournal } from "../access/search-scope.ts";
import type { Application } from "../application.ts";
import type { Actor } from "../context.ts";
import { createSmallBodyOpener } from "../texts/open-listed-bodies.ts";

/** An entry that matches a query. Title and excerpt are HTML: matches are in `<mark>`, everything else is escaped. */
export type EntryHit = {
  readonly id: number;
  readonly title: string;
  /** Empty when a lock hides it: the entry's own or its journal's. */
  readonly excerpt: string;
  /** ISO-8601. */
  readonly createdAt: string;
  readonly localDate: string;
  /** Whether the entry has its own lock, open or closed. */
  readonly hasLock: boolean;
  readonly journal: SearchedJournal;
};

/** The entries of one page, and the terms as the index corrected them. */
type FoundEntries = Pick<SearchResult, "total" | "terms" | "corrections" | "hasAllWords"> & {
  readonly entries: readonly EntryHit[];
};

/** The result when entries are not searched, for example because only tags are asked for. */
export const noEntries: FoundEntries = {
  total: 0,
  terms: [],
  corrections: [],
  hasAllWords: true,
  entries: [],
};

type Criteria = { readonly terms: readonly SearchTerm[]; readonly tagId: number | null };

/**
 * Decrypts what the index found, with the current keys and locks, because the index may be behind. The result has no entry that was
 * erased or that left the scope. An entry behind a lock, its own or its journal's, is in the result only when its title matches and no
 * tag is asked for. It shows only its title, even while the lock is open.
 */
async function openHits(
  app: Application,
  actor: Actor,
  scope: SearchScope,
  ids: readonly number[],
  { terms, tagId, hasAllWords }: Criteria & Pick<SearchResult, "hasAllWords">,
): Promise<Map<number, EntryHit>> {
  const rows = ids.length === 0 ? [] : await searchableEntries(app.pool, ids);
  // This call passes no lock access, so that open locks hide the text too. It comes after the read of the rows, so that a lock that is
  // set in between counts.
  const keys = await app.vault.findKeys(rows.map(({ id }) => streamOf.entry(id)));
  const hits = new Map<number, EntryHit>();
  const matches = (title: string): boolean =>
    hasAllWords ? matchesAll(title, terms) : matchesIn(title, terms).length > 0;
  const openIfSmall = createSmallBodyOpener();
  function excerptOf({ id: entryId, body }: EntryWithBody, key: DataKey): string | Promise<string> {
    const html = openIfSmall(key, entryId, body);
    if (html !== null) return excerptAround(toText(html), terms);
    const taskInput = { secret: DataKey.secretOf(key), entryId, body, terms };
    return app.texts.run(actor.userId, "excerpt", taskInput, Infinity);
  }
  for (const row of rows) {
    const stream = streamOf.entry(row.id);
    const foundKey = keys.get(stream);
    const journal = scope.journals.get(row.journalId);
    if (row.userId !== actor.userId || !journal || !foundKey?.searchableTitleKey) continue;
    const title = open(foundKey.searchableTitleKey, stream, "entry.title", row.title);
    const isHidden = foundKey.isLockProtected;
    if (isHidden && (tagId !== null || !matches(title))) continue;
    hits.set(row.id, {
      id: row.id,
      title: highlight(title, terms),
      excerpt: foundKey.key && !isHidden ? await excerptOf(row, foundKey.key) : "",
      createdAt: row.createdAt,
      localDate: row.localDate,
      hasLock: foundKey.lock !== null,
      journal: isHidden && !foundKey.lock ? { ...journal, hasLock: true } : journal,
    });
  }
  return hits;
}

/** How many times one page is searched at most. Each attempt leaves out the entries that earlier ones found but must not show. */
const maxAttempts = 4;

/**
 * Finds one page of entries. The index may be behind and find entries that {@link openHits} leaves out. Then the page is searched again
 * without these entries, and the next ones fill it. After the last attempt, the page may have fewer entries. The total does not count
 * those that were left out.
 */
export async function findEntries(
  app: Application,
  actor: Actor,
  scope: SearchScope,
  { order, page, ...criteria }: Criteria & { readonly order: SearchOrder; readonly page: number },
): Promise<FoundEntries> {
  const limit = paging.searchPerPage;
  const withoutIds: number[] = [];
  for (let attempt = 1; ; attempt++) {
    const result = await app.search.find({
      userId: actor.userId,
      ...criteria,
      journalIds: [...scope.journals.keys()],
      titleOnlyJournalIds: scope.titleOnlyJournalIds,
      titleOnlyEntryIds: scope.titleOnlyEntryIds,
      withoutIds,
      order,
      limit,
      offset: (page - 1) * limit,
    });
    const { terms, hasAllWords } = result;
    const hits = await openHits(app, actor, scope, result.ids, { ...criteria, terms, hasAllWords });
    const missingIds = result.ids.filter((id) => !hits.has(id));
    if (missingIds.length === 0 || attempt === maxAttempts) {
      const entries = result.ids.flatMap((id) => hits.get(id) ?? []);
      const total = result.total - missingIds.length;
      return { total, entries, terms, hasAllWords, corrections: total > 0 ? result.corrections : [] };
    }
    withoutIds.push(...missingIds);
  }
}
