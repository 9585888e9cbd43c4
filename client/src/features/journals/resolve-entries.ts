import { replace } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { Services } from "../../shared/services.ts";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import { listPath, readListQuery } from "./list-path.ts";

/** Which page is shown; its entries stand in the store. */
export type ResolvedEntries = { key: EntriesPageKey; failure: ApiFailure | null };

/** Fetches the page that an address asks for. Past the end, after entries left the list for instance, its last page is. */
export async function resolve(
  { entries }: Services,
  journalId: number,
  { url, signal }: Request,
): Promise<ResolvedEntries> {
  const key = readListQuery(journalId, new URL(url).searchParams);
  const result = await entries.load(key, signal);
  const page = entries.page(key);
  if (result.ok && page?.entryIds.length === 0 && key.page > 1) {
    throw replace(listPath({ ...key, page: Math.min(page.journal.total_pages, key.page - 1) }));
  }
  return { key, failure: result.ok ? null : result };
}
