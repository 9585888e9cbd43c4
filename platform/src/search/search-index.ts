import type { SearchOrder } from "@daybook/domain/contract/search";
import type { Position } from "../event-store/position.ts";
import type { Corrected } from "./correct-query.ts";
import type { SearchTerm } from "./parse-query.ts";

/** What is kept of an entry to find it by. Of one behind a lock: its title, and neither tags nor body. */
export type SearchDocument = {
  readonly entryId: number;
  readonly userId: number;
  readonly journalId: number;
  /** The date of the entry, in milliseconds since 1970. */
  readonly created: number;
  /** The date that is shown, `YYYY-MM-DD`; `null` behind a lock. */
  readonly localDate: string | null;
  readonly title: string;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly body: string;
};

/** What is looked for, and where. Everything but the terms comes from the server: no query reaches past `userId`. */
export type SearchRequest = {
  readonly userId: number;
  /** All of them have to be found; without any, everything is, that the filters let through. */
  readonly terms: readonly SearchTerm[];
  /** Only entries with this tag. */
  readonly tagId: number | null;
  /** Only entries in these journals. */
  readonly journalIds: readonly number[];
  /** In these journals, and of these entries, the title alone may be matched, and no tag. */
  readonly closedJournalIds: readonly number[];
  readonly closedEntryIds: readonly number[];
  /** None of these. */
  readonly withoutIds: readonly number[];
  readonly order: SearchOrder;
  readonly limit: number;
  readonly offset: number;
};

/** The entries found, in their order, and how many there are over all pages. */
export type SearchResult = Corrected & { readonly ids: readonly number[]; readonly total: number };

/** Writes into the index that was the live one when it was taken. Each call may reject with {@link SearchUnavailable}. */
export type SearchWriter = {
  /** How far in the log this index is known to be. */
  checkpoint(): Promise<Position | null>;
  /**
   * Puts documents in the place of those of the same entries. They are found when it answers. One that is kept from further
   * on in the log stays.
   */
  put(documents: readonly SearchDocument[], position: Position | null): Promise<void>;
  /** Removes entries; what is not there is removed already. */
  remove(entryIds: readonly number[]): Promise<void>;
  saveCheckpoint(position: Position): Promise<void>;
};

/**
 * What entries are found by. It can be made anew from the read models at any time. Every call may reject with
 * {@link SearchUnavailable}.
 */
export type SearchIndex = {
  find(request: SearchRequest): Promise<SearchResult>;
  /** Writes to the live index; rejects with {@link IndexSwapped} once another has taken its place. */
  openWriter(): Promise<SearchWriter>;
  /** Removes everything of a person, of whichever index. */
  removeUser(userId: number): Promise<void>;
  /**
   * Fills an empty index beside the live one, and puts it in its place when `fill` is done. Searches go on meanwhile; when
   * `fill` rejects, nothing has changed.
   */
  rebuild(fill: (writer: SearchWriter) => Promise<void>): Promise<void>;
  /** Empties the index beside the live one when nobody fills it any more: a rebuild that died leaves words that no lock purges. */
  clearAside(): Promise<void>;
  status(): Promise<{ readonly documents: number; readonly checkpoint: Position | null }>;
  /** The entries of which something is kept, in the order of their ids. */
  heldAfter(entryId: number, limit: number): Promise<number[]>;
  /** Those of which something else is kept than these documents, or nothing. */
  differing(documents: readonly SearchDocument[]): Promise<number[]>;
  /** False when what is kept beside the documents does not agree with them. */
  isConsistent(): Promise<boolean>;
};

/** The index cannot be reached right now; trying again later is right. The message holds no content. */
export class SearchUnavailable extends Error {
  override readonly name = "SearchUnavailable";
  readonly code = "search_unavailable";

  /** @param reason a code of the operating system, of the engine, or an HTTP status */
  constructor(reason: string) {
    super(`the search index is not available (${reason})`);
  }
}

/** Another index has taken the place of the one that was written to; it has a checkpoint of its own. */
export class IndexSwapped extends Error {
  override readonly name = "IndexSwapped";
  readonly code = "index_swapped";

  constructor() {
    super("another search index has taken the place of this one");
  }
}
