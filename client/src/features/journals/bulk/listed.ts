import { paging } from "@daybook/domain/contract/bounds";
import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Api, ApiFailure } from "../../../shared/api-client.ts";
import type { EntriesPageKey } from "../../../stores/entries.store.ts";

/** Every entry of a list, from its first page to its last. */
export async function listed(
  api: Api,
  key: EntriesPageKey,
): Promise<{ ok: true; entries: ListedEntry[] } | ApiFailure> {
  const { journalId, page: _, ...narrowed } = key;
  const entries: ListedEntry[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    // oxlint-disable-next-line no-await-in-loop -- a page says where the next one begins
    const result = await api.call("listEntries", {
      params: { journalId: String(journalId) },
      query: { ...narrowed, limit: String(paging.maxLimit), ...(cursor && { cursor }) },
    });
    if (!result.ok) return result;
    entries.push(...result.data.entries.map(({ entry }) => entry));
    cursor = result.data.next_cursor;
  }
  return { ok: true, entries };
}

/** What can be marked now, and how many entries cannot, as their own lock is closed. */
export function markable(entries: readonly ListedEntry[]): { open: ListedEntry[]; closed: number } {
  const open = entries.filter(({ locked, is_unlocked: isOpen }) => !locked || isOpen);
  return { open, closed: entries.length - open.length };
}

/** Does something with each, a few at a time; stops at the first failure and answers with it. */
export async function each<T>(
  items: readonly T[],
  act: (item: T) => Promise<{ ok: true } | ApiFailure>,
  progress: (done: number) => void,
): Promise<{ ok: true } | ApiFailure> {
  let [next, done] = [0, 0];
  let failure: ApiFailure | null = null;
  const lane = async (): Promise<void> => {
    for (let item = items[next++]; item !== undefined && !failure; item = items[next++]) {
      // oxlint-disable-next-line no-await-in-loop -- a lane takes one after the other
      const result = await act(item);
      if (!result.ok) failure = result;
      else progress((done += 1));
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  return failure ?? { ok: true };
}

/** In pieces as large as one call takes. */
export function inPieces(ids: readonly number[]): number[][] {
  const pieces: number[][] = [];
  for (let at = 0; at < ids.length; at += paging.maxLimit) pieces.push(ids.slice(at, at + paging.maxLimit));
  return pieces;
}
