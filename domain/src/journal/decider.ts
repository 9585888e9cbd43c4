import type { ClassroomRole, CoverName } from "../contract/appearance-values.ts";
import type { LockType } from "../contract/lock-types.ts";
import type { Decider } from "../kernel/decider.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import { classroomRejection } from "./classroom.ts";
import type { JournalEvent } from "./events.ts";
import {
  effectiveCover,
  type ComposeSettings,
  initialComposeSettings,
  allowedChangesOf,
  requiresPaidAccount,
} from "./appearance.ts";
import {
  decideReminders,
  type JournalReminders,
  type ReminderCommand,
  withoutReminder,
  withReminder,
} from "./reminders.ts";

/** The state of a journal. */
export type Journal = JournalReminders & {
  /** `hidden`: emptied by a downgrade. */
  readonly status: "none" | "active" | "trashed" | "hidden" | "erased";
  readonly accountId: number;
  readonly nameTag: string;
  /** When the journal was moved to the trash. `null` for active and hidden journals. An erased journal keeps the value. */
  readonly trashedAt: string | null;
  /** The chosen cover; {@link effectiveCover} is the one to show. */
  readonly cover: CoverName | null;
  readonly compose: ComposeSettings;
  readonly classroom: ClassroomRole;
  /** As recorded in the log. Whether a request may open the journal is decided by the vault. */
  readonly lock: { readonly type: LockType; readonly auto: boolean } | null;
  /** Whether Looking Glass may show entries of the journal. */
  readonly lookingGlass: boolean;
};

type Data<K extends JournalEvent["type"]> = DataOf<JournalEvent, K>;

/** The commands of a journal. */
export type JournalCommand =
  | { type: "CreateJournal"; data: Data<"JournalCreated"> }
  | { type: "RenameJournal"; data: Data<"JournalRenamed"> }
  | { type: "TrashJournal"; data: Data<"JournalTrashed"> }
  | { type: "RestoreJournal"; data: Data<"JournalRestored"> }
  | { type: "EraseJournal"; data: Data<"JournalErased"> }
  /** Erases the journal when it was trashed at `latestTrashedAt` or before. */
  | { type: "PurgeJournal"; data: Data<"JournalErased">; latestTrashedAt: string }
  | { type: "ChooseCover"; data: Data<"JournalCoverChosen">; isPaid: boolean }
  | { type: "ChangeComposeSettings"; data: Data<"JournalComposeSettingsChanged">; isPaid: boolean }
  | { type: "SetClassroomRole"; data: Data<"JournalClassroomRoleSet"> }
  | { type: "LockJournal"; data: Data<"JournalLocked"> }
  | { type: "RemoveJournalLock"; data: Data<"JournalLockRemoved"> }
  | { type: "ChangeJournalAutoLock"; data: Data<"JournalAutoLockChanged"> }
  | { type: "SwitchLookingGlass"; data: Data<"JournalLookingGlassSwitched"> }
  | { type: "HideJournal"; data: Data<"JournalHidden"> }
  | { type: "ShowJournal"; data: Data<"JournalShown"> }
  | ReminderCommand;

type Decision = readonly JournalEvent[] | Rejection;
type SettingsCommand = Extract<
  JournalCommand,
  { type: "RenameJournal" | "ChooseCover" | "ChangeComposeSettings" | "SwitchLookingGlass" }
>;

const proRequired = (feature: string) => reject("pro_required", `${feature} come with PRO.`);

/** Changes name, cover, compose settings or Looking Glass. Rejects changes of a journal in the trash, and of a slave journal. */
function changeSettings(command: SettingsCommand, journal: Journal): Decision {
  if (journal.status === "trashed") {
    return reject("journal_trashed", "This journal is in the trash. Restore it first.");
  }
  const rejection = classroomRejection(journal.classroom, "settings");
  if (rejection) return rejection;
  switch (command.type) {
    case "RenameJournal":
      if (journal.nameTag === command.data.nameTag) return [];
      return [{ type: "JournalRenamed", data: command.data }];
    case "ChooseCover":
      if (effectiveCover(command.data.cover, command.isPaid) === null) return proRequired("Drawn covers");
      if (journal.cover === command.data.cover) return [];
      return [{ type: "JournalCoverChosen", data: command.data }];
    case "ChangeComposeSettings":
      return changeComposeSettings(command, journal);
    case "SwitchLookingGlass":
      if (journal.lookingGlass === command.data.on) return [];
      return [{ type: "JournalLookingGlassSwitched", data: command.data }];
  }
}

function changeComposeSettings(
  { data, isPaid }: Extract<JournalCommand, { type: "ChangeComposeSettings" }>,
  { compose }: Journal,
): Decision {
  if (requiresPaidAccount(data.changes) && !isPaid) return proRequired("Other fonts, papers and pads");
  const allowedChanges = Object.entries(allowedChangesOf(data.changes, isPaid));
  const changes = Object.fromEntries(
    allowedChanges.filter(([name, value]) => compose[name as keyof ComposeSettings] !== value),
  );
  if (Object.keys(changes).length === 0) return [];
  return [{ type: "JournalComposeSettingsChanged", data: { ...data, changes } }];
}

/** The commands that a hidden journal accepts. It rejects all others: `CreateJournal` with `id_taken`, the rest with `not_found`. */
const commandsForHiddenJournals: ReadonlySet<JournalCommand["type"]> = new Set([
  "HideJournal",
  "ShowJournal",
  "EraseJournal",
  "RemoveReminder",
  "SetClassroomRole",
]);

/** The rules of a journal. The account decides how many journals its owner may have. */
export const journalDecider: Decider<JournalCommand, JournalEvent, Journal> = {
  initialState: {
    status: "none",
    accountId: 0,
    nameTag: "",
    trashedAt: null,
    cover: null,
    compose: initialComposeSettings,
    classroom: "none",
    lock: null,
    lookingGlass: true,
    reminders: new Map(),
    removedReminders: new Map(),
  },

  decide(command, journal) {
    if (command.type === "CreateJournal") {
      if (journal.status === "none") return [{ type: "JournalCreated", data: command.data }];
      return reject("id_taken", "Please try again.");
    }
    const isErasure = command.type === "EraseJournal" || command.type === "PurgeJournal";
    if (isErasure && journal.status === "erased") return [];
    if (journal.status === "none" || journal.status === "erased") {
      return reject("not_found", "There is no such journal.");
    }
    if (journal.status === "hidden" && !commandsForHiddenJournals.has(command.type)) {
      return reject("not_found", "There is no such journal.");
    }
    switch (command.type) {
      case "HideJournal":
        return journal.status === "active" ? [{ type: "JournalHidden", data: command.data }] : [];
      case "ShowJournal":
        return journal.status === "hidden" ? [{ type: "JournalShown", data: command.data }] : [];
      case "RenameJournal":
      case "ChooseCover":
      case "ChangeComposeSettings":
      case "SwitchLookingGlass":
        return changeSettings(command, journal);
      case "SetClassroomRole":
        if (journal.classroom === command.data.role) return [];
        return [{ type: "JournalClassroomRoleSet", data: command.data }];
      case "TrashJournal":
        return journal.status === "trashed" ? [] : [{ type: "JournalTrashed", data: command.data }];
      case "RestoreJournal":
        return journal.status === "active" ? [] : [{ type: "JournalRestored", data: command.data }];
      case "EraseJournal":
        return [{ type: "JournalErased", data: command.data }];
      case "PurgeJournal":
        if (journal.trashedAt === null || journal.trashedAt > command.latestTrashedAt) return [];
        return [{ type: "JournalErased", data: command.data }];
      // The vault has set or removed the lock already. These commands only record that.
      case "LockJournal":
        return [{ type: "JournalLocked", data: command.data }];
      case "RemoveJournalLock":
        return journal.lock ? [{ type: "JournalLockRemoved", data: command.data }] : [];
      case "ChangeJournalAutoLock":
        if (!journal.lock || journal.lock.auto === command.data.auto) return [];
        return [{ type: "JournalAutoLockChanged", data: command.data }];
      case "AddReminder":
      case "RestoreReminder":
      case "AdoptReminder":
      case "RemoveReminder":
        return decideReminders(command, journal);
    }
  },

  evolve: {
    JournalCreated: (journal, { accountId, nameTag }) => ({
      ...journal,
      status: "active",
      accountId,
      nameTag,
    }),
    JournalRenamed: (journal, { nameTag }) => ({ ...journal, nameTag }),
    JournalTrashed: (journal, { at }) => ({ ...journal, status: "trashed", trashedAt: at }),
    JournalRestored: (journal) => ({ ...journal, status: "active", trashedAt: null }),
    JournalHidden: (journal) => ({ ...journal, status: "hidden" }),
    JournalShown: (journal) => ({ ...journal, status: "active" }),
    JournalErased: (journal) => ({ ...journal, status: "erased" }),
    JournalCoverChosen: (journal, { cover }) => ({ ...journal, cover }),
    JournalComposeSettingsChanged: (journal, { changes }) => ({
      ...journal,
      compose: { ...journal.compose, ...changes },
    }),
    JournalClassroomRoleSet: (journal, { role }) => ({ ...journal, classroom: role }),
    JournalLocked: (journal, { lockType, auto }) => ({ ...journal, lock: { type: lockType, auto } }),
    JournalLockRemoved: (journal) => ({ ...journal, lock: null }),
    JournalAutoLockChanged: (journal, { auto }) => ({
      ...journal,
      lock: journal.lock && { ...journal.lock, auto },
    }),
    JournalLookingGlassSwitched: (journal, { on }) => ({ ...journal, lookingGlass: on }),
    ReminderAdded: (journal, data) => ({ ...journal, ...withReminder(journal, data) }),
    ReminderRemoved: (journal, data) => ({ ...journal, ...withoutReminder(journal, data) }),
  },
};
