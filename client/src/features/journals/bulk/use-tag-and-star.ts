import type { ListedEntry } from "@daybook/domain/contract/entries";
import { useState } from "react";
import { useRevalidator } from "react-router";
import type { ActionResult, ApiFailure } from "../../../shared/api-client.ts";
import { commonText } from "../../../shared/common-text.ts";
import { starEntry } from "../../../shared/entry-actions/entry-actions.ts";
import { addTag, addTagByName, removeTag } from "../../../shared/entry-actions/tag-actions.ts";
import { operationsText } from "../../../shared/operations/operations-text.ts";
import { useServices } from "../../../shared/services.ts";
import { comparableName } from "../../../shared/tag-name.ts";
import { useToasts } from "../../../shared/ui/toast.tsx";
import type { EntriesPageKey } from "../../../stores/entries.store.ts";
import { chunkIds, loadAllEntries, runForEach, withoutLocked } from "./all-entries.ts";
import { bulkText } from "./bulk-text.ts";
import type { SelectionStore } from "./selection.store.ts";
import { useStores } from "../../../stores/use-stores.ts";

/**
 * Tags and stars the selected entries. The server has no bulk call for stars, and takes a hundred ids at a time for tags, so the
 * client sends many calls. `progress` is a text like "3 of 12"; null when idle.
 */
export function useTagAndStar(key: EntriesPageKey, selection: SelectionStore) {
  const { api } = useServices();
  const { entries } = useStores();
  const toasts = useToasts();
  const { revalidate } = useRevalidator();
  const [progress, setProgress] = useState<string | null>(null);

  async function loadSelected(): Promise<{ ok: true; entries: ListedEntry[] } | ApiFailure> {
    if (selection.all) return loadAllEntries(api, key);
    return { ok: true, entries: [...selection.ids].flatMap((id) => entries.find(id) ?? []) };
  }

  /** Adds the number of skipped locked entries to a message. The messages of the other bulk actions contain this number too. */
  const addSkippedCount = (lockedCount: number, message: string): string =>
    lockedCount > 0 ? `${message} ${operationsText.skipped(lockedCount)}` : message;

  /** When there are entries to change and all of them are locked, shows a toast that says so and returns true. */
  function reportAllLocked(unlockedCount: number, lockedCount: number): boolean {
    if (unlockedCount > 0 || lockedCount === 0) return false;
    setProgress(null);
    toasts.show(operationsText.skipped(lockedCount));
    return true;
  }

  /** Runs an action, shows its result and offers to undo it. */
  async function run(
    action: () => Promise<ActionResult>,
    message: string,
    undo?: () => Promise<void>,
  ): Promise<void> {
    const result = await action();
    setProgress(null);
    if (!result.ok) toasts.show(result.message);
    else {
      if (undo) selection.clear();
      toasts.show(message, undo && { label: commonText.actions.undo, run: () => void undo() });
    }
    // Load the list again, also after a failure: it shows which entries were changed.
    await revalidate();
  }

  const starEach = (list: readonly ListedEntry[], starred: boolean): Promise<ActionResult> =>
    runForEach(
      list,
      (entry) => starEntry({ api, entries }, entry, starred),
      (done) => setProgress(bulkText.progress(done, list.length)),
    );

  async function starSelected(starred: boolean): Promise<void> {
    setProgress(bulkText.loading);
    const result = await loadSelected();
    const entriesToChange = result.ok ? result.entries.filter((entry) => entry.starred !== starred) : [];
    const { unlockedEntries, lockedCount } = withoutLocked(entriesToChange);
    if (reportAllLocked(unlockedEntries.length, lockedCount)) return;
    const changedEntries = unlockedEntries.map((entry) => ({ ...entry, starred }));
    await run(
      async () => (result.ok ? starEach(unlockedEntries, starred) : result),
      addSkippedCount(
        lockedCount,
        starred ? bulkText.starred(unlockedEntries.length) : bulkText.unstarred(unlockedEntries.length),
      ),
      () => run(() => starEach(changedEntries, !starred), bulkText.starsRestored),
    );
  }

  /**
   * Adds a tag to the selected entries. Returns the failure of loading the entries or of the first call. A toast shows the failure of a
   * later call.
   */
  async function tagSelected(name: string): Promise<ApiFailure | null> {
    setProgress(bulkText.loading);
    const result = await loadSelected();
    if (!result.ok) {
      setProgress(null);
      return result;
    }
    // Locked entries are left out. They hide their tags, so the client cannot tell whether they have this tag already.
    const { unlockedEntries, lockedCount } = withoutLocked(result.entries);
    if (reportAllLocked(unlockedEntries.length, lockedCount)) return null;
    const untaggedEntries = unlockedEntries.filter(
      ({ tags }) => !tags.some((tag) => comparableName(tag.name) === comparableName(name)),
    );
    const chunks = chunkIds(untaggedEntries.map(({ id }) => id));
    const [firstChunk = []] = chunks;
    const tagResult = await addTagByName(api, name, firstChunk);
    if (!tagResult.ok) {
      setProgress(null);
      return tagResult;
    }
    const { id: tagId, name: tagName } = tagResult.data.tag;
    const total = untaggedEntries.length;
    const changeEach = (list: readonly number[][], change: typeof addTag, doneBefore: number) =>
      runForEach(
        list,
        (ids) => change(api, tagId, ids),
        (done) =>
          setProgress(bulkText.progress(Math.min(doneBefore + done * firstChunk.length, total), total)),
      );
    await run(
      () => changeEach(chunks.slice(1), addTag, firstChunk.length),
      addSkippedCount(lockedCount, bulkText.tagged(total, tagName)),
      () => run(() => changeEach(chunks, removeTag, 0), bulkText.untagged),
    );
    return null;
  }

  return { starSelected, tagSelected, progress };
}
