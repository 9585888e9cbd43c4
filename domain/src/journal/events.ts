import { z } from "zod";
import { classroomRoles, covers } from "../contract/appearance-values.ts";
import { lockTypes } from "../contract/lock-types.ts";
import { reminderFrequencies, reminderTimes } from "../contract/reminder-values.ts";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";
import { composeSettings } from "./compose-settings.ts";

const at = z.string();
const name = sealed("journal.name");
/** A keyed hash of the name. When the hash is the same as before, the name did not change. */
const nameTag = z.string();
const lockType = z.literal([lockTypes.password, lockTypes.encryption]);
const hint = sealed("journal.password_hint");

/** When a reminder comes; see `ReminderRule`. */
const reminderRule = z.object({
  frequency: z.enum(reminderFrequencies),
  time: z.enum(reminderTimes),
  hour: z.number(),
  minute: z.number(),
  weekday: z.number().nullable(),
  day: z.number().nullable(),
  startDate: z.string(),
});

/** The events of a journal. Trashing keeps its keys and hides its entries. */
export const journalEvents = {
  JournalCreated: event({ journalId: Id, accountId: Id, name, nameTag, at }),
  JournalRenamed: event({ journalId: Id, name, nameTag, at }),
  JournalTrashed: event({ journalId: Id, at }),
  JournalRestored: event({ journalId: Id, at }),
  /** The keys of the journal and its entries are deleted with this event. */
  JournalErased: event({ journalId: Id, at }),
  JournalCoverChosen: event({ journalId: Id, cover: z.enum(covers), at }),
  /** Has only the changed settings. */
  JournalComposeSettingsChanged: event({ journalId: Id, changes: composeSettings.partial(), at }),
  /** An operator made the journal a classroom journal, changed its role, or made it an ordinary journal again. */
  JournalClassroomRoleSet: event({ journalId: Id, role: z.enum(classroomRoles), at }),
  /**
   * A lock was set, or its password or type changed. The event has no password and no key: the vault has the keys, and at
   * most a hash of the password.
   */
  JournalLocked: event({ journalId: Id, lockType, hint, remember: z.boolean(), auto: z.boolean(), at }),
  JournalLockRemoved: event({ journalId: Id, by: z.enum(["owner", "link"]), at }),
  JournalAutoLockChanged: event({ journalId: Id, auto: z.boolean(), at }),
  /** Whether Looking Glass may show entries of the journal. Looking Glass is on for a journal without this event. */
  JournalLookingGlassSwitched: event({ journalId: Id, on: z.boolean(), at }),
  ReminderAdded: event({ journalId: Id, reminderId: Id, accountId: Id, rule: reminderRule, at }),
  /**
   * `by` says what removed the reminder: its owner while logged in (`owner`), or the link in its mail (`link`), or a downgrade
   * (`downgrade`), which moves reminders to the journal that gets the entries.
   */
  ReminderRemoved: event({ journalId: Id, reminderId: Id, by: z.enum(["owner", "link", "downgrade"]), at }),
  /** A downgrade moved the journal's entries to another journal. This journal keeps its appearance, and is shown again with a paid plan. */
  JournalHidden: event({ journalId: Id, at }),
  JournalShown: event({ journalId: Id, at }),
};

/** See {@link journalEvents}. */
export type JournalEvent = EventOf<typeof journalEvents>;
