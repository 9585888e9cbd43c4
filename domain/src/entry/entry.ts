import type { DataOf } from "../kernel/define-events.ts";
import type { Sealed } from "../kernel/sealed.ts";
import type { ComposeSettings } from "../journal/look.ts";
import type { EntryEvent } from "./events.ts";
import type { ReplaceTag, TagEntry } from "./tagging.ts";

/** A photo of an entry, without its pictures. */
export type EntryPhoto = {
  readonly id: number;
  /** Type, width and height. */
  readonly meta: Sealed<"photo.meta">;
  /** In bytes. */
  readonly size: number;
  readonly sourceTag: string;
};

/** An entry, folded without its texts. */
export type Entry = {
  readonly status: "none" | "active" | "trashed" | "erased";
  readonly accountId: number;
  readonly journalId: number;
  /** Counts the saved texts; starring and dating leave it alone, so they never cause a conflict. */
  readonly revision: number;
  readonly modifiedAt: string;
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
  /** In the order in which they were added; whether the text shows them is its own affair. */
  readonly photos: readonly EntryPhoto[];
  readonly tags: ReadonlySet<number>;
  /** The link under which anybody may read it, unless it was never published or withdrawn since. */
  readonly publicLink: { readonly linkId: number; readonly slugHash: string } | null;
  /** As the log has it; what a request may open is asked of the vault. */
  readonly locked: boolean;
  /** Of an entry that can be read and not changed: how its journal was set when it was handed over. */
  readonly originalSettings: ComposeSettings | null;
};

/** What an edit was based on: the revision or the `modified_at` that its writer had read; absent means last write wins. */
export type EditBase = number | string | undefined;

/** What may be asked of an entry. */
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
  /** `from` is the journal that the asker believes it in: its key is put elsewhere on that ground. */
  | { type: "RestoreEntry"; data: DataOf<EntryEvent, "EntryRestored">; from: number }
  | { type: "LockEntry"; data: DataOf<EntryEvent, "EntryLocked"> }
  | { type: "RemoveEntryLock"; data: DataOf<EntryEvent, "EntryLockRemoved"> }
  | { type: "MakeReadOnly"; data: DataOf<EntryEvent, "EntryMadeReadOnly"> }
  | { type: "MakeWritable"; data: DataOf<EntryEvent, "EntryMadeWritable"> }
  | { type: "MoveEntry"; data: DataOf<EntryEvent, "EntryMoved"> }
  | { type: "ThemeEntry"; data: ThemeChange }
  | { type: "EraseEntry"; data: DataOf<EntryEvent, "EntryErased"> }
  /** Erases what is in the trash since `trashedUntil` or longer; whatever was brought back meanwhile stays. */
  | { type: "PurgeEntry"; data: DataOf<EntryEvent, "EntryErased">; trashedUntil: string };

/** Themes of an entry; one that is left out stays as it is. */
export type ThemeChange = Pick<DataOf<EntryEvent, "EntryThemed">, "entryId" | "at"> & {
  readonly padThemeId?: number | undefined;
  readonly pageThemeId?: number | undefined;
};
