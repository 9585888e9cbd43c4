import { paging } from "@daybook/domain/contract/bounds";
import type { Entry, ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { makeAutoObservable, observable, runInAction } from "mobx";
import type { Api } from "../shared/api-client.ts";
import type { JournalsStore, Outcome } from "./journals.store.ts";

/** Which entries of a journal a list shows. */
export type EntriesView = "active" | "starred" | "trashed";

/** By which of its moments a list is ordered, newest first. */
export type EntriesOrder = "created" | "modified";

/** Which days a list is about; `custom` says them itself. */
export type EntriesTime = "all" | "today" | "week" | "month" | "year" | "custom";

/** One page of a journal's list, and what the list is narrowed to; what is left out is the default. */
export type EntriesPageKey = {
  journalId: number;
  view: EntriesView;
  page: number;
  order?: EntriesOrder;
  time?: EntriesTime;
  /** `YYYY-MM-DD` */
  timeStart?: string;
  timeEnd?: string;
  /** the id of a tag */
  tag?: string;
};

/** What a page holds: ids, whose entries the store knows, and how far the list goes; `journal` counts its pages. */
export type EntriesPage = { journal: Journal; entryIds: readonly number[]; hasNext: boolean };

const keyOf = (key: EntriesPageKey): string =>
  JSON.stringify(Object.entries(key).sort(([one], [other]) => (one < other ? -1 : 1)));

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

  /** Forgets what stands in a journal: it was locked. */
  forget(journalId: number): void {
    for (const [id, { journal }] of this.entries) if (journal.id === journalId) this.entries.delete(id);
    for (const [key, { journal }] of this.pages) if (journal.id === journalId) this.pages.delete(key);
  }

  /** Takes an entry as the server sent it, after a save for instance. */
  put(entry: ListedEntry | Entry): void {
    this.entries.set(entry.id, entry);
  }

  /** Fetches a page of ten. What was known of it before stays when that fails. */
  async load(key: EntriesPageKey, signal?: AbortSignal): Promise<Outcome> {
    const { journalId, page: _, ...narrowed } = key;
    const result = await this.#api.call(
      "listEntries",
      {
        params: { journalId: String(journalId) },
        query: { ...narrowed, limit: String(paging.webEntriesPerPage), page: String(key.page) },
      },
      { ...(signal && { signal }) },
    );
    if (!result.ok) return result;
    const { journal, entries, next_cursor: nextCursor } = result.data;
    runInAction(() => {
      // Something of a deleted journal's trash may be looked for; it is on no shelf for that.
      if (journal.trashed_at === null) this.#journals.put(journal);
      for (const { entry } of entries) this.put(entry);
      const entryIds = entries.map(({ entry }) => entry.id);
      this.pages.set(keyOf(key), { journal, entryIds, hasNext: nextCursor !== null });
    });
    return result;
  }
}
