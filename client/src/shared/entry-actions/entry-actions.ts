import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { EntriesStore, EntriesView } from "../../stores/entries.store.ts";
import type { ActionResult, Api, ApiResult, CallOptions } from "../api-client.ts";
import { type EntryRef, entryParams } from "./entry-ref.ts";

/**
 * The entries of a journal that an action applies to: some by id, or all of a view. The view is sent too: without it,
 * erasing would include entries outside the trash.
 *
 * `since` limits `all` to the entries that were in the journal when the list was loaded.
 */
export type EntrySelection = { ids: readonly number[] } | { all: EntriesView; since: string };

/** The result of an action on many entries: the changed entries, or the operation that continues in the background. */
export type BulkResult = ApiResult<"moveEntries">;

const journalParams = (journalId: number) => ({ params: { journalId: String(journalId) } });

/** The part of a request body that says which entries the request changes. */
export function selectionBody(selection: EntrySelection) {
  return "ids" in selection
    ? { entry_ids: [...selection.ids] }
    : { all_entries: true, view: selection.all, since: selection.since };
}

const withPassword = (password: string | undefined) =>
  password === undefined ? {} : { plain_password: password };

/** Moves entries to another journal. If the journal that they leave has a lock, `password` must be the password of that lock. */
export function moveEntries(
  api: Api,
  journalId: number,
  selection: EntrySelection,
  newJournalId: number,
  password?: string,
): Promise<BulkResult> {
  const body = { ...selectionBody(selection), new_journal_id: newJournalId, ...withPassword(password) };
  return api.call("moveEntries", { ...journalParams(journalId), body });
}

/** Moves entries to the trash; {@link restoreEntries} undoes it. */
export function trashEntries(
  api: Api,
  journalId: number,
  selection: EntrySelection,
  options?: CallOptions,
): Promise<BulkResult> {
  return api.call("deleteEntries", { ...journalParams(journalId), body: selectionBody(selection) }, options);
}

/** Erases entries. If their journal has a lock, `password` must be the password of that lock. */
export function eraseEntries(
  api: Api,
  journalId: number,
  selection: EntrySelection,
  password?: string,
): Promise<BulkResult> {
  return api.call("deleteEntries", {
    ...journalParams(journalId),
    query: { permanent: "true" },
    body: { ...selectionBody(selection), permanent: true, ...withPassword(password) },
  });
}

/**
 * Takes entries out of the trash. Without `newJournalId`, this restores them to the journal that they were in. If that journal is in
 * the trash, the call fails with `journal_trashed`.
 *
 * @param password the password of the lock of the journal that the entries were in; needed only to restore to another journal
 */
export function restoreEntries(
  api: Api,
  journalId: number,
  selection: EntrySelection,
  { newJournalId, password, ...options }: CallOptions & { newJournalId?: number; password?: string } = {},
): Promise<BulkResult> {
  const body = {
    ...selectionBody(selection),
    ...(newJournalId !== undefined && { new_journal_id: newJournalId }),
    ...withPassword(password),
  };
  return api.call("restoreEntries", { ...journalParams(journalId), body }, options);
}

/** Restores the entries that a journal had at a moment and that are in the trash now. */
export function restoreMissing(api: Api, journalId: number, at: string): Promise<BulkResult> {
  return api.call("restoreMissing", { ...journalParams(journalId), body: { at } });
}

/** Restores a version: in place of the current text, or as a new entry. */
export function restoreVersion(
  api: Api,
  entry: EntryRef,
  { versionId, replace }: { versionId: number; replace: boolean },
  options: CallOptions,
): Promise<ApiResult<"restoreVersion">> {
  const query = { version_id: String(versionId), replace: replace ? ("true" as const) : ("false" as const) };
  return api.call("restoreVersion", { params: entryParams(entry), query }, options);
}

/**
 * Adds or removes the star of a listed entry. The list shows it immediately, and reverts it when the call fails. The pad does not
 * use this: there, autosave sends the star together with the text.
 */
export async function starEntry(
  { api, entries }: { api: Api; entries: EntriesStore },
  entry: ListedEntry,
  starred: boolean,
): Promise<ActionResult> {
  entries.put({ ...entry, starred });
  const params = entryParams({ journalId: entry.journal.id, entryId: entry.id });
  const result = await api.call("updateEntry", { params, body: { starred } });
  const listedEntry = entries.find(entry.id);
  // Copies only the star. A lock or a log-out may have removed the entry or its text from the store, and a late reply must not bring
  // them back.
  if (listedEntry) entries.put({ ...listedEntry, starred: result.ok ? starred : entry.starred });
  return result.ok ? { ok: true } : result;
}

/** Changes the page theme or the pad theme of an entry. */
export async function changeThemes(
  api: Api,
  entry: EntryRef,
  { padThemeId, pageThemeId }: { padThemeId?: number; pageThemeId?: number },
): Promise<ActionResult> {
  const body = {
    ...(padThemeId !== undefined && { pad_theme_id: padThemeId }),
    ...(pageThemeId !== undefined && { page_theme_id: pageThemeId }),
  };
  const result = await api.call("updateEntry", { params: entryParams(entry), body });
  return result.ok ? { ok: true } : result;
}
