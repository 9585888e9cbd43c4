import { bounds } from "../contract/bounds.ts";
import { isRejection, reject, type Rejection } from "../kernel/rejection.ts";
import type { EditBase, Entry, EntryCommand, ThemeChange } from "./entry.ts";
import type { EntryEvent } from "./events.ts";
import { tagEntry } from "./tagging.ts";

/** Rejects an id that exists already. The caller tries again with another id. */
export const rejectTakenId = () => reject("id_taken", "Please try again.");

const isStale = (entry: Entry, base: EditBase): boolean =>
  base !== undefined && base !== entry.revision && base !== entry.modifiedAt;

function reviseEntry(
  command: Extract<EntryCommand, { type: "ReviseEntry" }>,
  entry: Entry,
): readonly EntryEvent[] | Rejection {
  if (command.data.contentTag === entry.contentTag) return [];
  if (isStale(entry, command.base)) {
    return reject("revision_conflict", "This entry was changed elsewhere since you opened it.");
  }
  if (entry.versionIds.includes(command.data.versionId)) return rejectTakenId();
  return [{ type: "EntryRevised", data: command.data }];
}

function addPhoto(
  { data }: Extract<EntryCommand, { type: "AddPhoto" }>,
  { photos }: Entry,
): readonly EntryEvent[] | Rejection {
  if (photos.some(({ id }) => id === data.photoId)) return [];
  if (photos.length >= bounds.photosPerEntry) {
    const message = `An entry may have at most ${bounds.photosPerEntry} photos.`;
    return reject("invalid", message, { photo: message });
  }
  return [{ type: "PhotoAdded", data }];
}

function removePhoto(
  { data }: Extract<EntryCommand, { type: "RemovePhoto" }>,
  { photos }: Entry,
): readonly EntryEvent[] | Rejection {
  const hasPhoto = photos.some(({ id }) => id === data.photoId);
  return hasPhoto ? [{ type: "PhotoRemoved", data }] : reject("not_found", "There is no such photo.");
}

function themeEntry({ padThemeId, pageThemeId, ...data }: ThemeChange, entry: Entry): readonly EntryEvent[] {
  const themes = {
    padThemeId: padThemeId ?? entry.padThemeId,
    pageThemeId: pageThemeId ?? entry.pageThemeId,
  };
  if (themes.padThemeId === entry.padThemeId && themes.pageThemeId === entry.pageThemeId) return [];
  return [{ type: "EntryThemed", data: { ...data, ...themes } }];
}

/** Commands that need an active entry. */
type ChangeCommand = Extract<
  EntryCommand,
  {
    type:
      | "ReviseEntry"
      | "RestoreVersion"
      | "RedateEntry"
      | "AddPhoto"
      | "RemovePhoto"
      | "ThemeEntry"
      | "PromptEntry"
      | "StarEntry"
      | "TagEntry"
      | "PublishEntry";
  }
>;

/** Changes of what the entry shows. A read-only entry rejects these; its owner may still star, tag and share it. */
const visibleChanges: ReadonlySet<EntryEvent["type"]> = new Set([
  "EntryRevised",
  "EntryVersionRestored",
  "EntryRedated",
  "PhotoAdded",
  "PhotoRemoved",
  "EntryThemed",
  "EntryPrompted",
]);

const rejectReadOnly = () => reject("forbidden", "This entry is read-only.");

function decideChange(command: ChangeCommand, entry: Entry): readonly EntryEvent[] | Rejection {
  switch (command.type) {
    case "ReviseEntry":
      return reviseEntry(command, entry);
    case "RestoreVersion":
      if (!entry.versionIds.includes(command.data.restoredVersionId)) {
        return reject("not_found", "There is no such version of this entry.");
      }
      if (command.data.contentTag === entry.contentTag) return [];
      if (entry.versionIds.includes(command.data.versionId)) return rejectTakenId();
      return [{ type: "EntryVersionRestored", data: command.data }];
    case "RedateEntry": {
      const { createdAt, localDate, timezone } = command.data;
      const isSameDate =
        createdAt === entry.createdAt && localDate === entry.localDate && timezone === entry.timezone;
      return isSameDate ? [] : [{ type: "EntryRedated", data: command.data }];
    }
    case "AddPhoto":
      return addPhoto(command, entry);
    case "RemovePhoto":
      return removePhoto(command, entry);
    case "ThemeEntry":
      return themeEntry(command.data, entry);
    case "PromptEntry":
      return command.data.promptId === entry.promptId ? [] : [{ type: "EntryPrompted", data: command.data }];
    case "StarEntry":
      if (command.starred === entry.starred) return [];
      return [{ type: command.starred ? "EntryStarred" : "EntryUnstarred", data: command.data }];
    case "TagEntry":
      return tagEntry(command, entry);
    case "PublishEntry":
      return entry.publicLink ? [] : [{ type: "EntryPublished", data: command.data }];
  }
}

/** Decides a command on an active entry. A read-only entry rejects visible changes. */
export function changeEntry(command: ChangeCommand, entry: Entry): readonly EntryEvent[] | Rejection {
  const decision = decideChange(command, entry);
  const isVisibleChange = !isRejection(decision) && decision.some(({ type }) => visibleChanges.has(type));
  const isReadOnly = entry.originalSettings !== null;
  return isReadOnly && isVisibleChange ? rejectReadOnly() : decision;
}
