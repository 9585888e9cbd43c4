import type { DateAndStar, SavedEntry, Writing } from "./writing.ts";

/** One attempt to save: the writing that was sent, and the idempotency key that all its retries share. */
export type SaveAttempt = { readonly key: string; readonly writing: Writing };

/** Why a save failed. */
export type SaveError = {
  readonly reason:
    | "unreachable"
    | "unavailable"
    | "limited"
    | "logged_out"
    | "forbidden"
    | "deleted"
    | "too_long"
    | "invalid"
    | "trashed"
    | "locked";
  /** the server's message, or an empty string */
  readonly message: string;
};

/** The result of a save. Server errors are values, never exceptions. */
export type SaveResult =
  | { readonly type: "acknowledged"; readonly saved: SavedEntry }
  /**
   * the writing must be saved again on top of `saved`, with a new key, because the base is outdated without a conflict, or because the
   * key was used for another request; `saved` is null for an entry that is not created yet
   */
  | { readonly type: "rebase"; readonly saved: SavedEntry | null }
  | {
      readonly type: "conflict";
      readonly theirs: SavedEntry;
      /** merges mine with theirs, and returns null when that is not possible; left out when the code that merges cannot be loaded */
      readonly merge?: (mine: Writing) => Pick<Writing, "title" | "body"> | null;
    }
  /** a retry may succeed; `retryAfter` in milliseconds */
  | { readonly type: "delayed"; readonly error: SaveError; readonly retryAfter: number | null }
  | { readonly type: "refused"; readonly error: SaveError };

/** The input of a save. `base` is null for an entry that is not created yet. */
export type SaveInput = {
  readonly journalId: number;
  readonly attempt: SaveAttempt;
  readonly base: SavedEntry | null;
};

/**
 * How to resolve a conflict. "theirs" first saves mine, and then saves theirs as the newest version. "both" leaves theirs in the entry, and
 * saves mine as a new entry. Both texts are kept.
 */
export type ConflictChoice = "theirs" | "both";

/** The input of resolving a conflict. */
export type ResolveInput = {
  readonly journalId: number;
  readonly choice: ConflictChoice;
  /** the idempotency keys of the requests: at most two; a retry uses the same keys */
  readonly keys: readonly [string, string];
  readonly mine: Writing;
  readonly theirs: SavedEntry;
};

/** The result of resolving a conflict. */
export type ConflictResolution =
  | { readonly type: "resolved"; readonly saved: SavedEntry; readonly newEntryId: number | null }
  | { readonly type: "conflict"; readonly theirs: SavedEntry }
  | { readonly type: "failed"; readonly error: SaveError };

/** A copy of the writing on this device, kept until the server acknowledged exactly this text. */
export type Draft = {
  /** identifies the pad that wrote it */
  readonly localId: string;
  readonly journalId: number;
  /** null until the entry is created */
  readonly entryId: number | null;
  /** the revision that the writing is based on */
  readonly baseRevision: number | null;
  /** the date and star that the writing is based on; missing for a new entry, and in drafts of older versions */
  readonly baseDateAndStar?: DateAndStar;
  readonly writing: Writing;
  /** the attempt to repeat before newer text is sent, if any */
  readonly attempt: SaveAttempt | null;
  /** ISO-8601 UTC */
  readonly changedAt: string;
};

/** Clock and random source of the machine. */
export type AutosaveTools = {
  /** milliseconds since 1970 */
  readonly now: () => number;
  /** a new unguessable key */
  readonly newKey: () => string;
};

/** The initial state of a pad. */
export type AutosaveInput = {
  readonly localId: string;
  readonly journalId: number;
  readonly saved: SavedEntry | null;
  readonly writing: Writing;
  /** the attempt to repeat before newer text is sent, if any */
  readonly attempt: SaveAttempt | null;
  /** the server's entry, when the writing is not based on it */
  readonly theirs: SavedEntry | null;
  /** true for a blank new entry whose date the user has not chosen: it gets the date and time at which the user begins to write */
  readonly isUndated?: boolean;
  readonly tools: AutosaveTools;
};

/** The context of the autosave machine. */
export type AutosaveContext = AutosaveInput & {
  /** how often something other than typing replaced the writing on the pad */
  readonly replacementCount: number;
  readonly changedAt: string;
  /** the time of the last acknowledgement */
  readonly savedAt: string | null;
  /** the type of the last save's result; null when it no longer matters, for example after the writing changed */
  readonly lastResult: SaveResult["type"] | null;
  /** how many saves in a row were delayed or rebased */
  readonly failureCount: number;
  /** the milliseconds that the server asked to wait; 0 when it did not ask */
  readonly retryAfter: number;
  readonly error: SaveError | null;
  /** what the user chose in a conflict; kept after a failure, to repeat it with the same keys; null again after the user typed */
  readonly resolving: { readonly choice: ConflictChoice; readonly keys: readonly [string, string] } | null;
  /** the new entry that a conflict resolution created for my text */
  readonly newEntryId: number | null;
  /** false when this device cannot store drafts */
  readonly canStoreDrafts: boolean;
};

/** The events of the autosave machine. */
export type AutosaveEvent =
  | { type: "writing.changed"; change: Partial<Writing> }
  | { type: "save.now" }
  /** something must be attached to the entry, so create it even when it is blank */
  | { type: "entry.wanted" }
  | { type: "page.hidden" }
  | { type: "online" }
  | { type: "logged.in" }
  /** the server's entry has another text that the pad must show, for example a restored version */
  | { type: "entry.replaced"; saved: SavedEntry }
  /** the user resolves a conflict by saving mine on top of theirs */
  | { type: "mine.kept" }
  | { type: "choice.made"; choice: ConflictChoice }
  /** the user saves a refused writing as a new entry */
  | { type: "saved.as.new" }
  | { type: "draft.failed" }
  | { type: "draft.stored" };
