import type { EntrySelection } from "../../../shared/entry-actions/entry-actions.ts";
import type { EntriesPage, EntriesPageKey } from "../../../stores/entries.store.ts";
import type { SelectionStore } from "./selection.store.ts";
import type { ListActions } from "./use-list-actions.ts";

/** The props of the bulk bar and its parts. */
export type BulkProps = {
  pageKey: EntriesPageKey;
  page: EntriesPage;
  selection: SelectionStore;
  actions: ListActions;
};

/**
 * When an entry of the journal last changed, on the server's clock. If no entry has changed yet, when the journal was created. The
 * loaded list contains all changes up to this time. So an action on all entries sends this time as `since`.
 */
export const lastChangeTimeOf = ({ journal }: EntriesPage): string =>
  journal.last_update ?? journal.created_at;

/** The selected entries in the form that the entry actions take. */
export function entrySelectionOf({ all, ids }: SelectionStore): EntrySelection {
  return all ? { all: all.view, since: all.since } : { ids: [...ids] };
}
