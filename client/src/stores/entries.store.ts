import { paging } from "@daybook/domain/contract/bounds";
import type { Entry, ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { makeAutoObservable, observable, runInAction } from "mobx";
import type { Api, ApiFailure } from "../shared/api-client.ts";
import type { JournalsStore, Outcome } from "./journals.store.ts";

/** Which entries of a journal a list shows. */
export type EntriesView = "active" | "starred" | "trashed";

/** One page of a journal's list. */
export type EntriesPageKey = { journalId: number; view: EntriesView; page: number };

/** What a page holds: ids, whose entries the store knows, and how far the list goes. */
export type EntriesPage = { journal: Journal; entryIds: readonly number[]; hasNext: boolean };

const keyOf = ({ journalId, view, page }: EntriesPageKey): string => `${journalId}/${view}/${page}`;

/** The listed entries that were seen, and the pages they stand on. */
export class EntriesStore {
  private readonly entries = observable.map<number, ListedEntry>([], { deep: false });
  private readonly pages = observable.map<string, EntriesPage>([], { deep: false });
  readonly #api: Api;
  readonly #journals: JournalsStore;

  constructor(api: Api, journals: JournalsStore) {
    this.#api = api;
    this.#journals = journals;
    makeAutoObservable<this, "entries" | "pages">(this, { entries: false, pages: false }, { autoBind: true });
  }

  /** The entry with this id as a list shows it, when it is known. */
  find(entryId: number): ListedEntry | undefined {
    return this.entries.get(entryId);
  }

  /** A page that was loaded before. */
  page(key: EntriesPageKey): EntriesPage | undefined {
    return this.pages.get(keyOf(key));
  }

  /** Forgets everything: another person signs in. */
  clear(): void {
    this.entries.clear();
    this.pages.clear();
  }

  /** Takes an entry as the server sent it, after a save for instance. */
  put(entry: ListedEntry | Entry): void {
    this.entries.set(entry.id, entry);
  }

  /** Fetches a page of ten. What was known of it before stays when that fails. */
  async load(key: EntriesPageKey, signal?: AbortSignal): Promise<Outcome> {
    const result = await this.#api.call(
      "listEntries",
      {
        params: { journalId: String(key.journalId) },
        query: { limit: String(paging.webEntriesPerPage), page: String(key.page), view: key.view },
      },
      { ...(signal && { signal }) },
    );
    if (!result.ok) return result;
    const { journal, entries, next_cursor: nextCursor } = result.data;
    runInAction(() => {
      this.#journals.put(journal);
      for (const { entry } of entries) this.put(entry);
      const entryIds = entries.map(({ entry }) => entry.id);
      this.pages.set(keyOf(key), { journal, entryIds, hasNext: nextCursor !== null });
    });
    return result;
  }

  /** Sets or takes off the star. */
  async star(entry: ListedEntry, starred: boolean): Promise<Outcome> {
    this.put({ ...entry, starred });
    const result = await this.#api.call("updateEntry", {
      params: { journalId: String(entry.journal.id), entryId: String(entry.id) },
      body: { starred },
    });
    if (!result.ok) this.put(entry);
    else if (result.data) this.put(result.data.entry);
    return result.ok ? { ok: true } : result;
  }

  /** Moves an entry to the trash; `restore` undoes it. */
  trash(entry: ListedEntry): Promise<Outcome> {
    return this.discard(entry, false);
  }

  /** Deletes an entry for ever: nobody can bring it back. */
  erase(entry: ListedEntry): Promise<Outcome> {
    return this.discard(entry, true);
  }

  /** Takes an entry out of the trash. */
  async restore(entry: ListedEntry): Promise<Outcome> {
    const result = await this.#api.call("restoreEntries", {
      params: { journalId: String(entry.journal.id) },
      body: { entry_ids: [entry.id] },
    });
    return result.ok ? { ok: true } : result;
  }

  private async discard(entry: ListedEntry, permanent: boolean): Promise<{ ok: true } | ApiFailure> {
    const result = await this.#api.call("deleteEntries", {
      params: { journalId: String(entry.journal.id) },
      ...(permanent && { query: { permanent: "true" as const } }),
      body: { entry_ids: [entry.id], ...(permanent && { permanent }) },
    });
    return result.ok ? { ok: true } : result;
  }
}
