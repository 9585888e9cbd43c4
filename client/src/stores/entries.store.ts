import { paging } from "@daybook/domain/contract/bounds";
import type { Entry, ListedEntry } from "@daybook/domain/contract/entries";
import type { Journal } from "@daybook/domain/contract/journals";
import { makeAutoObservable, observable, runInAction } from "mobx";
import type { ActionResult, Api } from "../shared/api-client.ts";
import type { JournalsStore } from "./journals.store.ts";

/** Which entries of a journal a list shows. */
export type EntriesView = "active" | "starred" | "trashed";

/** The date by which a list is sorted, newest first. */
export type EntriesOrder = "created" | "modified";

/** The time range of a list; `custom` uses `timeStart` and `timeEnd`. */
export type EntriesTime = "all" | "today" | "week" | "month" | "year" | "custom";

/** One page of a journal's list, with its filters. An omitted filter has its default. */
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

/**
 * A page of a list: the ids of its entries, which are in the store, and whether more pages follow. `journal.total_pages` counts the
 * pages of this list.
 */
export type EntriesPage = {
  journal: Journal;
  entryIds: readonly number[];
  /** how many entries the view and the filters match */
  total: number;
  hasNext: boolean;
};

const keyOf = (key: EntriesPageKey): string =>
  JSON.stringify(Object.entries(key).sort(([left], [right]) => (left < right ? -1 : 1)));

/** The listed entries that were loaded, and the pages that list them. */
export class EntriesStore {
  private readonly entries = observable.map<number, ListedEntry>([], { deep: false });
  private readonly pages = observable.map<string, EntriesPage>([], { deep: false });
  readonly #api: Api;
  readonly #journals: JournalsStore;
  /** the requests whose replies are awaited; replies to other requests are not stored */
  readonly #requests = new Set<{ journalId: number }>();

  constructor(api: Api, journals: JournalsStore) {
    this.#api = api;
    this.#journals = journals;
    makeAutoObservable<this, "entries" | "pages">(this, { entries: false, pages: false }, { autoBind: true });
  }

  /** The entry with this id as a list shows it, if it was loaded. */
  find(entryId: number): ListedEntry | undefined {
    return this.entries.get(entryId);
  }

  /** A page that was loaded before. */
  page(key: EntriesPageKey): EntriesPage | undefined {
    return this.pages.get(keyOf(key));
  }

  /** Removes all entries and pages. Replies to earlier requests are not stored. */
  clear(): void {
    this.#requests.clear();
    this.entries.clear();
    this.pages.clear();
  }

  /** Removes the entries and pages of a journal that is locked. Replies to earlier requests for it are not stored. */
  forget(journalId: number): void {
    for (const request of this.#requests) if (request.journalId === journalId) this.#requests.delete(request);
    for (const [id, { journal }] of this.entries) if (journal.id === journalId) this.entries.delete(id);
    for (const [key, { journal }] of this.pages) if (journal.id === journalId) this.pages.delete(key);
  }

  /** Stores an entry that the server returned, for example after a save. */
  put(entry: ListedEntry | Entry): void {
    this.entries.set(entry.id, entry);
  }

  /** Loads a page of ten entries. If that fails, the previous content stays. */
  async load(key: EntriesPageKey, signal?: AbortSignal): Promise<ActionResult> {
    const { journalId, page: _, ...filters } = key;
    const request = { journalId };
    this.#requests.add(request);
    const result = await this.#api.call(
      "listEntries",
      {
        params: { journalId: String(journalId) },
        query: { ...filters, limit: String(paging.webEntriesPerPage), page: String(key.page) },
      },
      { ...(signal && { signal }) },
    );
    if (!this.#requests.delete(request) || !result.ok) return result;
    const { journal, entries, total_entries: total, next_cursor: nextCursor } = result.data;
    runInAction(() => {
      // The list of a journal in the trash can be loaded too. Such a journal must not get into the store of journals.
      if (journal.trashed_at === null) this.#journals.put(journal);
      for (const { entry } of entries) this.put(entry);
      const entryIds = entries.map(({ entry }) => entry.id);
      this.pages.set(keyOf(key), { journal, entryIds, total, hasNext: nextCursor !== null });
    });
    return result;
  }
}
