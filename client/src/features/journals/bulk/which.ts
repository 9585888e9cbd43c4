import type { EntriesPage, EntriesPageKey } from "../../../stores/entries.store.ts";
import type { Which } from "../entry-acts.ts";
import type { SelectionStore } from "./selection.store.ts";
import type { ListActs } from "./use-list-acts.ts";

/** What the bar's parts are told. */
export type BulkProps = {
  at: EntriesPageKey;
  page: EntriesPage;
  selection: SelectionStore;
  acts: ListActs;
};

/** Of a journal as it was read: its last change is the moment on the server's clock up to which the list is known. */
export const momentOf = ({ journal }: EntriesPage): string => journal.last_update ?? journal.created_at;

/** What is chosen, as an act takes it. */
export function whichOf({ all, ids }: SelectionStore): Which {
  return all ? { all: all.view, since: all.since } : { ids: [...ids] };
}
