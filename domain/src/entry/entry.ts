import type { DataOf } from "../kernel/define-events.ts";
import type { Sealed } from "../kernel/sealed.ts";
import type { ComposeSettings } from "../journal/appearance.ts";
import type { EntryEvent } from "./events.ts";
import type { ReplaceTag, TagEntry } from "./tagging.ts";

/** A photo of an entry, without the picture files. */
export type EntryPhoto = {
  readonly id: number;
  /** Type, width and height. */
  readonly meta: Sealed<"photo.meta">;
  /** In bytes. */
  readonly size: number;
  /** A keyed hash of the uploaded file, to recognise a repeated upload. */
  readonly sourceTag: string;
};

/** The state of an entry, without its texts. */
export type Entry = {
  readonly status: "none" | "active" | "trashed" | "erased";
  readonly accountId: number;
  readonly journalId: number;
  /** The number of saved texts. Stars and dates do not count, so they never cause a conflict. */
  readonly revision: number;
  readonly modifiedAt: string;
  /** A keyed hash of title and body. */
  readonly contentTag: string;
  readonly wordCount: number;
  readonly versionIds: readonly number[];
  readonly starred: boolean;
  readonly trashedAt: string | null;
  readonly promptId: number | null;
  readonly padThemeId: number;
  readonly pageThemeId: number;
  readonly createdAt: string;
  readonly localDate: string;
  readonly timezone: string;
  /** In the order in which they were added. The text may or may not show them. */
  readonly photos: readonly EntryPhoto[];
  readonly tags: ReadonlySet<number>;
  /** The public link, `null` without one. */
  readonly publicLink: { readonly linkId: number; readonly slugHash: string } | null;
  /** As recorded in the log. Whether a request may open the entry is decided by the vault. */
  readonly hasLock: boolean;
  /** Set while the entry is read-only: the journal's settings from the time when the entry became read-only. */
  readonly originalSettings: ComposeSettings | null;
  /** True when Looking Glass must never show the entry. */
  readonly excludedFromLookingGlass: boolean;
};

/** The revision or the `modified_at` that an edit is based on. `undefined`: the last write wins. */
export type EditBase = number | string | undefined;

/** The commands of an entry. */
export type EntryCommand =
  | { type: "CreateEntry"; data: DataOf<EntryEvent, "EntryCreated"> }
  | { type: "ReviseEntry"; data: DataOf<EntryEvent, "EntryRevised">; base: EditBase }
  | { type: "RestoreVersion"; data: DataOf<EntryEvent, "EntryVersionRestored"> }
  | { type: "RedateEntry"; data: DataOf<EntryEvent, "EntryRedated"> }
  | { type: "StarEntry"; data: DataOf<EntryEvent, "EntryStarred">; starred: boolean }
  | { type: "AddPhoto"; data: DataOf<EntryEvent, "PhotoAdded"> }
  | { type: "RemovePhoto"; data: DataOf<EntryEvent, "PhotoRemoved"> }
  | TagEntry
  | ReplaceTag
  | { type: "PublishEntry"; data: DataOf<EntryEvent, "EntryPublished"> }
  | { type: "UnpublishEntry"; data: DataOf<EntryEvent, "EntryUnpublished"> }
  | { type: "TrashEntry"; data: DataOf<EntryEvent, "EntryTrashed"> }
  /** Rejected when the entry is not in `expectedJournalId` any more. Accepted without events when it is already active in the target journal. */
  | { type: "RestoreEntry"; data: DataOf<EntryEvent, "EntryRestored">; expectedJournalId: number }
  | { type: "LockEntry"; data: DataOf<EntryEvent, "EntryLocked"> }
  | { type: "RemoveEntryLock"; data: DataOf<EntryEvent, "EntryLockRemoved"> }
  | { type: "MakeReadOnly"; data: DataOf<EntryEvent, "EntryMadeReadOnly"> }
  | { type: "MakeWritable"; data: DataOf<EntryEvent, "EntryMadeWritable"> }
  | { type: "MoveEntry"; data: DataOf<EntryEvent, "EntryMoved"> }
  | { type: "ThemeEntry"; data: ThemeChange }
  | { type: "PromptEntry"; data: DataOf<EntryEvent, "EntryPrompted"> }
  | { type: "ExcludeFromLookingGlass"; data: DataOf<EntryEvent, "EntryExcludedFromLookingGlass"> }
  /** With `onlyInJournalId`, an entry in another journal stays. */
  | { type: "EraseEntry"; data: DataOf<EntryEvent, "EntryErased">; onlyInJournalId?: number }
  /** Erases the entry when it was trashed at `latestTrashedAt` or before. A restored entry stays. */
  | { type: "PurgeEntry"; data: DataOf<EntryEvent, "EntryErased">; latestTrashedAt: string };

/** New themes of an entry. A theme that is absent here does not change. */
export type ThemeChange = Pick<DataOf<EntryEvent, "EntryThemed">, "entryId" | "at"> & {
  readonly padThemeId?: number | undefined;
  readonly pageThemeId?: number | undefined;
};
