import type { EntriesPageKey } from "../../stores/entries.store.ts";

/** The address of a page of a journal's list; what is the default is left out. */
export function listPath({ journalId, view, page }: EntriesPageKey): string {
  const query = new URLSearchParams({
    ...(view !== "active" && { view }),
    ...(page > 1 && { page: String(page) }),
  });
  return `/journals/${journalId}/entries${query.size > 0 ? `?${query}` : ""}`;
}
