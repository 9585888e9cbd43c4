import type { Decider } from "../kernel/decider.ts";
import type { DataOf, Handlers } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import { changeEntry, rejectTakenId } from "./change-entry.ts";
import type { Entry, EntryCommand } from "./entry.ts";
import type { EntryEvent } from "./events.ts";
import { replaceTag, withTag } from "./tagging.ts";

const rejectMovedEntry = () => reject("not_found", "This entry was moved to another journal.");

/** Restores a trashed entry. An active entry of a trashed journal is moved instead. */
function restoreEntry(
  { data, expectedJournalId }: Extract<EntryCommand, { type: "RestoreEntry" }>,
  entry: Entry,
): readonly EntryEvent[] | Rejection {
  if (entry.status === "active" && entry.journalId === data.journalId) return [];
  if (entry.journalId !== expectedJournalId) return rejectMovedEntry();
  if (entry.status === "trashed") return [{ type: "EntryRestored", data }];
  return [{ type: "EntryMoved", data: { ...data, fromJournalId: expectedJournalId } }];
}

type Content = DataOf<EntryEvent, "EntryRevised">;

const withContent = (entry: Entry, { contentTag, wordCount, versionId, at }: Content): Entry => ({
  ...entry,
  contentTag,
  wordCount,
  modifiedAt: at,
  revision: entry.revision + 1,
  versionIds: [...entry.versionIds, versionId],
});

const evolve: Handlers<EntryEvent, Entry> = {
  EntryCreated: (entry, data) => ({
    ...withContent(entry, data),
    status: "active",
    accountId: data.accountId,
    journalId: data.journalId,
    promptId: data.promptId,
    createdAt: data.createdAt,
    localDate: data.localDate,
    timezone: data.timezone,
  }),
  EntryRevised: withContent,
  EntryVersionRestored: withContent,
  EntryRedated: (entry, { createdAt, localDate, timezone }) => ({ ...entry, createdAt, localDate, timezone }),
  EntryStarred: (entry) => ({ ...entry, starred: true }),
  EntryUnstarred: (entry) => ({ ...entry, starred: false }),
  PhotoAdded: (entry, { photoId, meta, size, sourceTag }) => ({
    ...entry,
    photos: [...entry.photos, { id: photoId, meta, size, sourceTag }],
  }),
  PhotoRemoved: (entry, { photoId }) => ({
    ...entry,
    photos: entry.photos.filter(({ id }) => id !== photoId),
  }),
  EntryTagged: (entry, { tagId }) => withTag(entry, tagId, true),
  EntryUntagged: (entry, { tagId }) => withTag(entry, tagId, false),
  EntryPublished: (entry, { linkId, slugHash }) => ({ ...entry, publicLink: { linkId, slugHash } }),
  EntryUnpublished: (entry) => ({ ...entry, publicLink: null }),
  EntryMoved: (entry, { journalId }) => ({ ...entry, journalId }),
  EntryThemed: (entry, { padThemeId, pageThemeId }) => ({ ...entry, padThemeId, pageThemeId }),
  EntryPrompted: (entry, { promptId }) => ({ ...entry, promptId }),
  EntryTrashed: (entry, { at }) => ({ ...entry, status: "trashed", trashedAt: at }),
  EntryRestored: (entry, { journalId }) => ({ ...entry, status: "active", trashedAt: null, journalId }),
  EntryErased: (entry) => ({
    ...entry,
    status: "erased",
    versionIds: [],
    photos: [],
    tags: new Set(),
    publicLink: null,
  }),
  EntryLocked: (entry) => ({ ...entry, hasLock: true }),
  EntryLockRemoved: (entry) => ({ ...entry, hasLock: false }),
  EntryMadeReadOnly: (entry, { settings }) => ({ ...entry, originalSettings: settings }),
  EntryMadeWritable: (entry) => ({ ...entry, originalSettings: null }),
  EntryExcludedFromLookingGlass: (entry) => ({ ...entry, excludedFromLookingGlass: true }),
};

/** The rules of an entry. The caller has checked access and locks before. */
export const entryDecider: Decider<EntryCommand, EntryEvent, Entry> = {
  initialState: {
    status: "none",
    accountId: 0,
    journalId: 0,
    revision: 0,
    modifiedAt: "",
    contentTag: "",
    wordCount: 0,
    versionIds: [],
    starred: false,
    trashedAt: null,
    promptId: null,
    padThemeId: 1,
    pageThemeId: 1,
    createdAt: "",
    localDate: "",
    timezone: "UTC",
    photos: [],
    tags: new Set(),
    publicLink: null,
    hasLock: false,
    originalSettings: null,
    excludedFromLookingGlass: false,
  },

  decide(command, entry) {
    if (command.type === "CreateEntry") {
      if (entry.status === "none") return [{ type: "EntryCreated", data: command.data }];
      return rejectTakenId();
    }
    const isErasure = command.type === "EraseEntry" || command.type === "PurgeEntry";
    if (isErasure && entry.status === "erased") return [];
    if (entry.status === "none" || entry.status === "erased") {
      return reject("not_found", "There is no such entry.");
    }
    switch (command.type) {
      case "EraseEntry":
        if ((command.onlyInJournalId ?? entry.journalId) !== entry.journalId) return [];
        return [{ type: "EntryErased", data: command.data }];
      case "PurgeEntry":
        if (entry.trashedAt === null || entry.trashedAt > command.latestTrashedAt) return [];
        return [{ type: "EntryErased", data: command.data }];
      case "MoveEntry":
        if (entry.journalId === command.data.journalId) return [];
        if (entry.journalId !== command.data.fromJournalId) return rejectMovedEntry();
        return [{ type: "EntryMoved", data: command.data }];
      case "TrashEntry":
        return entry.status === "trashed" ? [] : [{ type: "EntryTrashed", data: command.data }];
      case "RestoreEntry":
        return restoreEntry(command, entry);
      case "ReplaceTag":
        return replaceTag(command, entry);
      case "UnpublishEntry":
        return entry.publicLink ? [{ type: "EntryUnpublished", data: command.data }] : [];
      // The vault has set or removed the lock already. These two commands only record that.
      case "LockEntry":
        return [{ type: "EntryLocked", data: command.data }];
      case "RemoveEntryLock":
        return entry.hasLock ? [{ type: "EntryLockRemoved", data: command.data }] : [];
      case "MakeReadOnly":
        return entry.originalSettings ? [] : [{ type: "EntryMadeReadOnly", data: command.data }];
      case "MakeWritable":
        return entry.originalSettings ? [{ type: "EntryMadeWritable", data: command.data }] : [];
      case "ExcludeFromLookingGlass":
        if (entry.excludedFromLookingGlass) return [];
        return [{ type: "EntryExcludedFromLookingGlass", data: command.data }];
      default:
        if (entry.status === "trashed") {
          return reject("entry_trashed", "This entry is in the trash. Restore it before you change it.");
        }
    }
    return changeEntry(command, entry);
  },

  evolve,
};
