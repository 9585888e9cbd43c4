import type { ListedEntry } from "@daybook/domain/contract/entries";
import { bounds, paging } from "@daybook/domain/contract/bounds";
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
import { hasLock } from "../password-question.tsx";
import { bulkText } from "./bulk-text.ts";
import { loadAllEntries } from "./all-entries.ts";
import type { SelectionStore } from "./selection.store.ts";
import { useStores } from "../../../stores/use-stores.ts";

/** Entries that cannot be restored because their journal was deleted; the user chooses another journal for them. */
export type OrphanedEntries = { selection: EntrySelection; count: number };

/** The actions on the entries of a list. */
export type ListActions = ReturnType<typeof useListActions>;

/** Changes entries of a list: one, some or all. A failure shows as a toast, or in the password question of the action. */
export function useListActions(key: EntriesPageKey, selectionStore: SelectionStore) {
  const { api } = useServices();
  const { entries } = useStores();
  const toasts = useToasts();
  const reportResult = useBulkResult();
  const { revalidate } = useRevalidator();
  const [busy, setBusy] = useState(false);
  const [orphanedEntries, setOrphanedEntries] = useState<OrphanedEntries | null>(null);
  const { journalId } = key;

  async function run(
    count: number,
    send: () => Promise<BulkResult>,
    text: BulkActionText,
  ): Promise<ApiFailure | null> {
    setBusy(true);
    const result = await send();
    setBusy(false);
    if (!result.ok) return result;
    selectionStore.clear();
    reportResult(result.data, text, count);
    return null;
  }

  /** A password question shows the failure itself; otherwise a toast does. */
  function showFailure(failure: ApiFailure | null, password?: string): ApiFailure | null {
    if (failure && password === undefined) toasts.show(failure.message);
    return failure;
  }

  /**
   * Returns the ids of the entries, which undo needs. The reply of an action on few entries lists their ids, so then this returns `null`.
   * For more entries it loads the ids. It also returns `null` when they cannot be loaded, or are too many for the call that undoes.
   */
  async function resolveIds(selection: EntrySelection, count: number): Promise<readonly number[] | null> {
    if ("ids" in selection) return selection.ids;
    if (count <= paging.maxBulkInRequest || count > bounds.bulkIds) return null;
    const result = await loadAllEntries(api, key);
    return result.ok ? result.entries.map(({ id }) => id) : null;
  }

  /** @param password of the lock of the journal that the entries are in, if it has one */
  async function move(
    selection: EntrySelection,
    count: number,
    to: Journal,
    password?: string,
  ): Promise<ApiFailure | null> {
    const { id, name } = to;
    setBusy(true);
    const allIds = await resolveIds(selection, count);
    const failure = await run(count, () => moveEntries(api, journalId, selection, id, password), {
      running: bulkText.moving(count, name),
      done: (affected) => bulkText.moved(affected, name),
      undo: (affectedIds) => {
        // Moving them back out would need the password of that journal.
        if (hasLock(to)) return null;
        const ids = affectedIds ?? allIds;
        const text = { running: bulkText.movingBack, done: bulkText.movedBack };
        return ids && { send: () => moveEntries(api, id, { ids }, journalId), text };
      },
    });
    return showFailure(failure, password);
  }

  async function trash(selection: EntrySelection, count: number): Promise<void> {
    const failure = await run(count, () => trashEntries(api, journalId, selection), {
      running: bulkText.trashing(count),
      done: bulkText.trashed,
      undo: (affectedIds) => {
        const ids = affectedIds ?? ("ids" in selection ? selection.ids : null);
        return {
          // Without ids, restores the entries that the journal had at the time `since` and that are in the trash now.
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

  /**
   * @param newJournalId the journal to restore to, when the entries' own journal was deleted
   * @param password of the lock of that deleted journal, if it has one
   */
  async function restore(
    selection: EntrySelection,
    count: number,
    newJournalId?: number,
    password?: string,
  ): Promise<ApiFailure | null> {
    setBusy(true);
    const allIds = await resolveIds(selection, count);
    const target = {
      ...(newJournalId !== undefined && { newJournalId }),
      ...(password !== undefined && { password }),
    };
    const failure = await run(count, () => restoreEntries(api, journalId, selection, target), {
      running: bulkText.restoring(count),
      done: bulkText.restored,
      undo: (affectedIds) => {
        const ids = affectedIds ?? allIds;
        const text = { running: bulkText.trashing(count), done: bulkText.trashedAgain };
        return ids && { send: () => trashEntries(api, newJournalId ?? journalId, { ids }), text };
      },
    });
    if (failure?.code !== "journal_trashed") return showFailure(failure, password);
    setOrphanedEntries({ selection, count });
    return failure;
  }

  /** @param password of the lock of the journal, if it has one */
  async function erase(
    selection: EntrySelection,
    count: number,
    password?: string,
  ): Promise<ApiFailure | null> {
    const text = { running: bulkText.erasing(count), done: bulkText.erased };
    return showFailure(
      await run(count, () => eraseEntries(api, journalId, selection, password), text),
      password,
    );
  }

  async function star(entry: ListedEntry, starred: boolean): Promise<void> {
    const result = await starEntry({ api, entries }, entry, starred);
    if (!result.ok) toasts.show(result.message);
    else await revalidate();
  }

  const restoreOrphaned = async ({ id }: Journal, password?: string): Promise<ApiFailure | null> =>
    orphanedEntries && restore(orphanedEntries.selection, orphanedEntries.count, id, password);
  const dismissOrphaned = () => setOrphanedEntries(null);

  return { move, trash, restore, erase, star, busy, orphanedEntries, restoreOrphaned, dismissOrphaned };
}
