import type { Decider } from "../kernel/decider.ts";
import type { DataOf, Handlers } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import type { EntryEvent } from "./events.ts";

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
  readonly createdAt: string;
  readonly localDate: string;
  readonly timezone: string;
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
  | { type: "TrashEntry"; data: DataOf<EntryEvent, "EntryTrashed"> }
  | { type: "RestoreEntry"; data: DataOf<EntryEvent, "EntryRestored"> }
  | { type: "EraseEntry"; data: DataOf<EntryEvent, "EntryErased"> };

/** The id was drawn before; whoever asks tries again with another. */
const idTaken = () => reject("id_taken", "Please try that again.");

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
  if (entry.versionIds.includes(command.data.versionId)) return idTaken();
  return [{ type: "EntryRevised", data: command.data }];
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
  EntryTrashed: (entry, { at }) => ({ ...entry, status: "trashed", trashedAt: at }),
  EntryRestored: (entry, { journalId }) => ({ ...entry, status: "active", trashedAt: null, journalId }),
  EntryErased: (entry) => ({ ...entry, status: "erased", versionIds: [] }),
};

/** The rules of an entry. Who may touch it, and whether its journal is open, is decided before. */
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
    createdAt: "",
    localDate: "",
    timezone: "UTC",
  },

  decide(command, entry) {
    if (command.type === "CreateEntry") {
      if (entry.status === "none") return [{ type: "EntryCreated", data: command.data }];
      return idTaken();
    }
    if (command.type === "EraseEntry" && entry.status === "erased") return [];
    if (entry.status === "none" || entry.status === "erased") {
      return reject("not_found", "There is no such entry.");
    }
    switch (command.type) {
      case "EraseEntry":
        return [{ type: "EntryErased", data: command.data }];
      case "TrashEntry":
        return entry.status === "trashed" ? [] : [{ type: "EntryTrashed", data: command.data }];
      case "RestoreEntry":
        return entry.status === "active" ? [] : [{ type: "EntryRestored", data: command.data }];
      default:
        if (entry.status === "trashed") {
          return reject("entry_trashed", "This entry is in the trash. Restore it before you change it.");
        }
    }
    switch (command.type) {
      case "ReviseEntry":
        return reviseEntry(command, entry);
      case "RestoreVersion":
        if (!entry.versionIds.includes(command.data.restoredVersionId)) {
          return reject("not_found", "There is no such version of this entry.");
        }
        if (command.data.contentTag === entry.contentTag) return [];
        if (entry.versionIds.includes(command.data.versionId)) return idTaken();
        return [{ type: "EntryVersionRestored", data: command.data }];
      case "RedateEntry": {
        const { createdAt, localDate, timezone } = command.data;
        const same =
          createdAt === entry.createdAt && localDate === entry.localDate && timezone === entry.timezone;
        return same ? [] : [{ type: "EntryRedated", data: command.data }];
      }
      case "StarEntry":
        if (command.starred === entry.starred) return [];
        return [{ type: command.starred ? "EntryStarred" : "EntryUnstarred", data: command.data }];
    }
  },

  evolve,
};
