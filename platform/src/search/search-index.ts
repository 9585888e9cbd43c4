import type { SearchOrder } from "@daybook/domain/contract/search";
import type { Position } from "../event-store/position.ts";
import type { CorrectedQuery } from "./text/correct-query.ts";
import type { SearchTerm } from "./text/parse-query.ts";

/**
 * An entry in the index. The document of an entry behind a password lock has the title, but no local date, no tags and no body. An entry
 * behind an encryption lock has no document.
 */
export type SearchDocument = {
  readonly entryId: number;
  readonly userId: number;
  readonly journalId: number;
  /** The instant of the entry, in milliseconds since 1970. */
  readonly created: number;
  /** The local date of the entry, `YYYY-MM-DD`; `null` behind a password lock. */
  readonly localDate: string | null;
  readonly title: string;
  readonly tags: readonly { readonly id: number; readonly name: string }[];
  readonly body: string;
};

/** What to find, and where. The server sets the account, the journals and the locks, so no query reaches another account. */
export type SearchRequest = {
  readonly userId: number;
  /**
   * An entry must match all terms. If no entry does, the best entries with some of them are found. Without terms, every entry
   * that passes the filters matches.
   */
  readonly terms: readonly SearchTerm[];
  /** Only entries with this tag. */
  readonly tagId: number | null;
  /** Only entries in these journals. */
  readonly journalIds: readonly number[];
  /** Journals and entries with a lock, open or closed: only their titles may match, and no tags. */
  readonly titleOnlyJournalIds: readonly number[];
  readonly titleOnlyEntryIds: readonly number[];
  /** Entries to leave out. */
  readonly withoutIds: readonly number[];
  readonly order: SearchOrder;
  readonly limit: number;
  readonly offset: number;
};

/** The ids of the entries on one page, in order, and the number of entries on all pages. */
export type SearchResult = CorrectedQuery & {
  readonly ids: readonly number[];
  readonly total: number;
  /** False when no entry has all words; then the entries of the result have some of them, the best first. */
  readonly hasAllWords: boolean;
};

/**
 * Writes to one index: the one that was live when the writer was opened, or the one that a rebuild fills. Each call may reject with
 * {@link SearchUnavailable}.
 */
export type SearchWriter = {
  /** The position in the log that this index has certainly reached. */
  checkpoint(): Promise<Position | null>;
  /**
   * Replaces the documents of these entries. Searches find the new documents when this resolves. On PostgreSQL, a stored document that was
   * put with a later position stays.
   */
  put(documents: readonly SearchDocument[], position: Position | null): Promise<void>;
  /** Removes entries. Entries that are missing are ignored. */
  remove(entryIds: readonly number[]): Promise<void>;
  saveCheckpoint(position: Position): Promise<void>;
};

/** The sizes of writes while there is much to index. Larger writes are faster in total, but other changes wait longer. */
export type WriteSize = {
  /** Events of the log that are handled together. When they change the same entry, it is written once. */
  readonly events: number;
  /** Entries of one journal or tag that are written before newer events get their turn, and events that are handled in that turn. */
  readonly page: number;
  /** Entries in one write. */
  readonly entries: number;
  /** Characters of texts in one write, to limit memory and transactions for very long entries. */
  readonly characters: number;
  /** Writes of different entries that may run at the same time. */
  readonly maxConcurrent: number;
};

/**
 * The full text index of entries. It can be rebuilt from the read models at any time. Every call may reject with {@link
 * SearchUnavailable}.
 */
export type SearchIndex = {
  readonly writeSize: WriteSize;
  find(request: SearchRequest): Promise<SearchResult>;
  /**
   * A writer for the live index. Its calls reject with {@link IndexSwapped} after another index became live or the index was
   * lost. Opening it may reject with {@link IndexOfAnotherLog}.
   */
  openWriter(): Promise<SearchWriter>;
  /** Removes all documents of an account, from every index. */
  removeUser(userId: number): Promise<void>;
  /**
   * Fills an empty index next to the live one, and makes the filled index live when `fill` is done. Searches still work. When
   * `fill` rejects, the live index stays live.
   */
  rebuild(fill: (writer: SearchWriter) => Promise<void>): Promise<void>;
  /**
   * Empties the index next to the live one when no rebuild is running. A crashed rebuild leaves words there, and locking an
   * entry would not remove them.
   */
  emptySpareIndex(): Promise<void>;
  /**
   * Moves the live index to new files and deletes the old ones: databases keep the bytes of deleted words for a long
   * time. Searches still work. False when this engine cannot do it.
   */
  rewrite(): Promise<boolean>;
  status(): Promise<{ readonly documents: number; readonly checkpoint: Position | null }>;
  /** The ids of entries with a document, in ascending order, after `entryId`. */
  entryIdsAfter(entryId: number, limit: number): Promise<number[]>;
  /** The ids of the entries whose stored document is missing or differs from the given one. */
  findDiffering(documents: readonly SearchDocument[]): Promise<number[]>;
  /** False when the stored number of entries per word does not match the documents. */
  isWordListCorrect(): Promise<boolean>;
  /** Checks whether the index can be reached now, for the health check. Rejects when it cannot. */
  check(): Promise<void>;
};

/** The index cannot be reached now; retry later. The message contains no content. */
export class SearchUnavailable extends Error {
  override readonly name: string = "SearchUnavailable";
  readonly code: string = "search_unavailable";

  /** A code of the operating system, of the engine, or an HTTP status. */
  readonly reason: string;

  constructor(reason: string) {
    super(`the search index is not available (${reason})`);
    this.reason = reason;
  }
}

/** The index was filled from another event log. It is neither changed nor searched. */
export class IndexOfAnotherLog extends SearchUnavailable {
  override readonly name: string = "IndexOfAnotherLog";
  override readonly code: string = "search_index_of_another_log";
  override readonly message =
    "the search index belongs to another Daybook: it was filled from another event log. " +
    "Set MEILISEARCH_PREFIX to another name, or replace the index with `npm run search -- rebuild`";
}

/** Another index, with its own checkpoint, became live after the writer was opened, or the index was lost. */
export class IndexSwapped extends Error {
  override readonly name = "IndexSwapped";
  readonly code = "index_swapped";

  constructor() {
    super("another search index has taken the place of this one");
  }
}
