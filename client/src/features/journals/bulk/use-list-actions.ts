import type { ListedEntry } from "@daybook/domain/contract/entries";
import { paging } from "@daybook/domain/contract/bounds";
import type { Journal } from "@daybook/domain/contract/journals";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ApiFailure } from "../../../shared/api-client.ts";
import {
  type BulkResult,
  type EntrySelection,
  eraseEntries,
  moveEntries,
  restoreEntries,
  restoreMissing,
  starEntry,
  trashEntries,
} from "../../../shared/entry-actions/entry-actions.ts";
import { type BulkActionText, useBulkResult } from "../../../shared/operations/use-bulk-result.ts";
import { useServices } from "../../../shared/services.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { EntriesPageKey } from "../../../stores/entries.store.ts";
import { bulkText } from "./bulk-text.ts";
import { loadAllEntries } from "./all-entries.ts";
import type { SelectionStore } from "./selection.store.ts";
import { useStores } from "../../../stores/use-stores.ts";

/** Entries that cannot be restored because their journal was deleted; the user chooses another journal for them. */
export type OrphanedEntries = { selection: EntrySelection; count: number };

/** The actions on the entries of a list. */
export type ListActions = ReturnType<typeof useListActions>;

/** Moves, trashes, restores and erases entries of a list: one, some or all. Failures show as a toast. */
export function useListActions(key: EntriesPageKey, selected: SelectionStore) {
  const { api } = useServices();
  const { entries } = useStores();
  const toasts = useToasts();
  const reportResult = useBulkResult();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [orphaned, setOrphaned] = useState<OrphanedEntries | null>(null);
  const { journalId } = key;

  async function run(send: () => Promise<BulkResult>, text: BulkActionText): Promise<ApiFailure | null> {
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (!result.ok) return result;
    selected.clear();
    reportResult(result.data, text);
    return null;
  }

  const showFailure = (failure: ApiFailure | null): void => {
    if (failure) toasts.show(failure.message);
  };

  /** Loads the ids of all entries when there are too many for the reply to list them. Undo needs them. */
  async function resolveIds(selection: EntrySelection, count: number): Promise<readonly number[] | null> {
    if ("ids" in selection) return selection.ids;
    if (count <= paging.bulkAtOnce) return null;
    const found = await loadAllEntries(api, key);
    return found.ok ? found.entries.map(({ id }) => id) : null;
  }

  async function move(selection: EntrySelection, count: number, { id, name }: Journal): Promise<void> {
    setBusy(true);
    const allIds = await resolveIds(selection, count);
    const failure = await run(() => moveEntries(api, journalId, selection, id), {
      running: bulkText.moving(count, name),
      done: (affected) => bulkText.moved(affected, name),
      undo: (affectedIds) => {
        const ids = affectedIds ?? allIds;
        const text = { running: bulkText.movingBack, done: bulkText.movedBack };
        return ids && { send: () => moveEntries(api, id, { ids }, journalId), text };
      },
    });
    showFailure(failure);
  }

  async function trash(selection: EntrySelection, count: number): Promise<void> {
    const failure = await run(() => trashEntries(api, journalId, selection), {
      running: bulkText.trashing(count),
      done: bulkText.trashed,
      undo: (affectedIds) => {
        const ids = affectedIds ?? ("ids" in selection ? selection.ids : null);
        return {
          // Without the ids: restores the entries that the journal had when they were selected and that are in the trash now.
          send: () =>
            ids || !("since" in selection)
              ? restoreEntries(api, journalId, { ids: ids ?? [] })
              : restoreMissing(api, journalId, selection.since),
          text: { running: bulkText.restoring(count), done: bulkText.restored },
        };
      },
    });
    showFailure(failure);
  }

  /** @param newJournalId where to restore to, when their own journal was deleted */
  async function restore(selection: EntrySelection, count: number, newJournalId?: number): Promise<void> {
    setBusy(true);
    const allIds = await resolveIds(selection, count);
    const target = newJournalId === undefined ? {} : { newJournalId };
    const failure = await run(() => restoreEntries(api, journalId, selection, target), {
      running: bulkText.restoring(count),
      done: bulkText.restored,
      undo: (affectedIds) => {
        const ids = affectedIds ?? allIds;
        const text = { running: bulkText.trashing(count), done: bulkText.trashedAgain };
        return ids && { send: () => trashEntries(api, newJournalId ?? journalId, { ids }), text };
      },
    });
    if (failure?.code === "journal_trashed") setOrphaned({ selection, count });
    else showFailure(failure);
  }

  async function erase(selection: EntrySelection, count: number): Promise<void> {
    const text = { running: bulkText.erasing(count), done: bulkText.erased };
    showFailure(await run(() => eraseEntries(api, journalId, selection), text));
  }

  async function star(entry: ListedEntry, starred: boolean): Promise<void> {
    const result = await starEntry({ api, entries }, entry, starred);
    if (!result.ok) toasts.show(result.message);
    else await revalidate();
  }

  const restoreOrphaned = async ({ id }: Journal): Promise<void> => {
    if (!orphaned) return;
    setOrphaned(null);
    await restore(orphaned.selection, orphaned.count, id);
  };
  const dismissOrphaned = () => setOrphaned(null);

  return { move, trash, restore, erase, star, busy, orphaned, restoreOrphaned, dismissOrphaned };
}
