import type { ListedEntry } from "@daybook/domain/contract/entries";
import type { Api } from "../../shared/api-client.ts";
import type { Reached } from "../../shared/operations/use-reach.ts";
import type { EntriesStore, EntriesView } from "../../stores/entries.store.ts";
import type { Outcome } from "../../stores/journals.store.ts";

/**
 * Which entries of a journal an act is about: some, or all that one of its views shows. `view` is never left out:
 * without it, erasing "all" would mean the entries outside of the trash too.
 *
 * `since` fixes "all" to the moment at which the list was looked at, so that nothing is reached that nobody saw.
 */
export type Which = { ids: readonly number[] } | { all: EntriesView; since: string };

const paramsOf = (journalId: number) => ({ params: { journalId: String(journalId) } });

/** The body's part that says which entries are meant. */
export function bodyOf(which: Which) {
  return "ids" in which
    ? { entry_ids: [...which.ids] }
    : { all_entries: true, view: which.all, since: which.since };
}

/** Moves entries to another journal. */
export function move(api: Api, journalId: number, which: Which, newJournalId: number): Promise<Reached> {
  const body = { ...bodyOf(which), new_journal_id: newJournalId };
  return api.call("moveEntries", { ...paramsOf(journalId), body });
}

/** Moves entries to the trash; {@link restore} undoes it. */
export function trash(api: Api, journalId: number, which: Which): Promise<Reached> {
  return api.call("deleteEntries", { ...paramsOf(journalId), body: bodyOf(which) });
}

/** Deletes entries for ever: nobody can bring them back. */
export function erase(api: Api, journalId: number, which: Which): Promise<Reached> {
  return api.call("deleteEntries", {
    ...paramsOf(journalId),
    query: { permanent: "true" },
    body: { ...bodyOf(which), permanent: true },
  });
}

/**
 * Takes entries out of the trash.
 *
 * @param newJournalId where to; their own journal when left out, and that is refused with `journal_trashed` when it is gone
 */
export function restore(api: Api, journalId: number, which: Which, newJournalId?: number): Promise<Reached> {
  return api.call("restoreEntries", {
    ...paramsOf(journalId),
    body: { ...bodyOf(which), ...(newJournalId !== undefined && { new_journal_id: newJournalId }) },
  });
}

/** Brings back what a journal had at a moment and is in the trash now; nothing else changes. */
export function restoreMissing(api: Api, journalId: number, at: string): Promise<Reached> {
  return api.call("restoreMissing", { ...paramsOf(journalId), body: { at } });
}

/** Sets or takes off the star. It shows at once, and goes again when the server refuses. */
export async function star(
  { api, entries }: { api: Api; entries: EntriesStore },
  entry: ListedEntry,
  starred: boolean,
): Promise<Outcome> {
  entries.put({ ...entry, starred });
  const result = await api.call("updateEntry", {
    params: { journalId: String(entry.journal.id), entryId: String(entry.id) },
    body: { starred },
  });
  if (!result.ok) entries.put(entry);
  else if (result.data) entries.put(result.data.entry);
  return result.ok ? { ok: true } : result;
}
