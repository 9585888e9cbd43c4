import { paging } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { ActionResult, Api, ApiFailure } from "../../../shared/api-client.ts";
import type { EntriesPageKey } from "../../../stores/entries.store.ts";

/** Loads every entry of a list, page by page. */
export async function loadAllEntries(
  api: Api,
  key: EntriesPageKey,
): Promise<{ ok: true; entries: ListedEntry[] } | ApiFailure> {
  const { journalId, page: _, ...filters } = key;
  const entries: ListedEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    // oxlint-disable-next-line no-await-in-loop -- each page names the cursor of the next
    const result = await api.call("listEntries", {
      params: { journalId: String(journalId) },
      query: { ...filters, limit: String(paging.maxLimit), ...(cursor && { cursor }) },
    });
    if (!result.ok) return result;
    entries.push(...result.data.entries.map(({ entry }) => entry));
    cursor = result.data.next_cursor;
  }
  return { ok: true, entries };
}

/** The entries without a closed lock, and the number of entries with one. */
export function withoutLocked(entries: readonly ListedEntry[]): {
  unlockedEntries: ListedEntry[];
  lockedCount: number;
} {
  const unlockedEntries = entries.filter(({ locked, is_unlocked: isUnlocked }) => !locked || isUnlocked);
  return { unlockedEntries, lockedCount: entries.length - unlockedEntries.length };
}

/** Runs an action for each item, four at a time. After a failure, no other action starts, and the last failure is returned. */
export async function runForEach<T>(
  items: readonly T[],
  action: (item: T) => Promise<ActionResult>,
  onProgress: (doneCount: number) => void,
): Promise<ActionResult> {
  let [nextIndex, doneCount] = [0, 0];
  let failure: ApiFailure | null = null;
  const worker = async (): Promise<void> => {
    for (let item = items[nextIndex++]; item !== undefined && !failure; item = items[nextIndex++]) {
      // oxlint-disable-next-line no-await-in-loop -- each worker runs one action at a time
      const result = await action(item);
      if (!result.ok) failure = result;
      else onProgress((doneCount += 1));
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return failure ?? { ok: true };
}

/** Splits ids into chunks that each fit into one call. */
export function chunkIds(ids: readonly number[]): number[][] {
  const chunks: number[][] = [];
  for (let start = 0; start < ids.length; start += paging.maxLimit)
    chunks.push(ids.slice(start, start + paging.maxLimit));
  return chunks;
}
