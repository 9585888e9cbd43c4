import { replace } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { Services } from "../../shared/services.ts";
import type { EntriesPageKey } from "../../stores/entries.store.ts";
import { storesOf } from "../../stores/use-stores.ts";
import { listPath, readListQuery } from "./list-path.ts";

/** The loader data: which page of which list to show. Its entries are in the store. */
export type ResolvedEntries = { pageKey: EntriesPageKey; failure: ApiFailure | null };

/**
 * Loads the list page for the URL. Redirects to the last page when the store had entries of this page and the page is empty now. Any
 * other URL past the end shows an empty page.
 */
export async function resolve(
  services: Services,
  journalId: number,
  { url, signal }: Request,
): Promise<ResolvedEntries> {
  const { entries } = storesOf(services);
  const pageKey = readListQuery(journalId, new URL(url).searchParams);
  const hadEntries = (entries.page(pageKey)?.entryIds.length ?? 0) > 0;
  const result = await entries.load(pageKey, signal);
  const page = entries.page(pageKey);
  if (result.ok && page?.entryIds.length === 0 && pageKey.page > 1 && hadEntries) {
    throw replace(listPath({ ...pageKey, page: Math.min(page.journal.total_pages, pageKey.page - 1) }));
  }
  return { pageKey, failure: result.ok ? null : result };
}
