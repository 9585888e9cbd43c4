import { remindersPerJournal } from "../contract/reminder-values.ts";
import type { DataOf } from "../kernel/define-events.ts";
import { reject, type Rejection } from "../kernel/rejection.ts";
import { type ReminderRule, withGeneralTime } from "../reminder/rule.ts";
import type { JournalEvent } from "./events.ts";

/** The reminders of a journal. */
export type JournalReminders = {
  /** By their ids, in the order in which they were added. */
  readonly reminders: ReadonlyMap<number, ReminderRule>;
  /**
   * Removed reminders by their ids: links in old mails still name them, and their owner may restore them. `null` for a reminder that a
   * downgrade moved to another journal. It is still sent there, so it cannot be restored here.
   */
  readonly removedReminders: ReadonlyMap<number, ReminderRule | null>;
};

type Data<K extends JournalEvent["type"]> = DataOf<JournalEvent, K>;

/** The commands of a journal's reminders. */
export type ReminderCommand =
  | { type: "AddReminder"; data: Data<"ReminderAdded">; isPaid: boolean }
  /** Adds a removed reminder again, with its id, so that the links in its old mails stop it. */
  | { type: "RestoreReminder"; data: Omit<Data<"ReminderAdded">, "rule">; isPaid: boolean }
  /** Adds a reminder of another journal, with its id. This may exceed the limit of reminders per journal. */
  | { type: "AdoptReminder"; data: Data<"ReminderAdded"> }
  /**
   * Removes a reminder. Works in a trashed journal too: a reminder that is stopped by the link in a mail stays stopped when the journal
   * is restored.
   */
  | { type: "RemoveReminder"; data: Data<"ReminderRemoved"> };

type Decision = readonly JournalEvent[] | Rejection;
type State = JournalReminders & { readonly status: string };

const rejectUnknownReminder = () => reject("not_found", "There is no such reminder.");
const rejectTrashedJournal = () =>
  reject("journal_trashed", "This journal is in the trash. Restore it first.");
const rejectTooManyReminders = () =>
  reject("invalid", `A journal has at most ${remindersPerJournal} reminders. Stop one of them first.`);

function addReminder(data: Data<"ReminderAdded">, isPaid: boolean, journal: State): Decision {
  const { status, reminders, removedReminders } = journal;
  if (status === "trashed") return rejectTrashedJournal();
  if (reminders.has(data.reminderId) || removedReminders.has(data.reminderId)) {
    return reject("id_taken", "Please try again.");
  }
  // Specific times are for paid accounts (spec section 5).
  if (data.rule.time === "specific" && !isPaid) {
    return reject("pro_required", "Reminders at a specific time come with PRO.");
  }
  return reminders.size < remindersPerJournal ? [{ type: "ReminderAdded", data }] : rejectTooManyReminders();
}

/** Without PRO, a specific time becomes the nearest general time. */
function restoreReminder(
  data: Omit<Data<"ReminderAdded">, "rule">,
  isPaid: boolean,
  { status, reminders, removedReminders }: State,
): Decision {
  if (status === "trashed") return rejectTrashedJournal();
  if (reminders.has(data.reminderId)) return [];
  const removedRule = removedReminders.get(data.reminderId);
  if (!removedRule) return rejectUnknownReminder();
  if (reminders.size >= remindersPerJournal) return rejectTooManyReminders();
  const rule = isPaid ? removedRule : withGeneralTime(removedRule);
  return [{ type: "ReminderAdded", data: { ...data, rule } }];
}

function removeReminder(data: Data<"ReminderRemoved">, { reminders, removedReminders }: State): Decision {
  if (reminders.has(data.reminderId)) return [{ type: "ReminderRemoved", data }];
  return removedReminders.has(data.reminderId) ? [] : rejectUnknownReminder();
}

/** Decides what happens to the reminders of an existing journal. */
export function decideReminders(command: ReminderCommand, journal: State): Decision {
  switch (command.type) {
    case "AddReminder":
      return addReminder(command.data, command.isPaid, journal);
    case "RestoreReminder":
      return restoreReminder(command.data, command.isPaid, journal);
    case "AdoptReminder":
      if (journal.reminders.has(command.data.reminderId)) return [];
      return [{ type: "ReminderAdded", data: command.data }];
    case "RemoveReminder":
      return removeReminder(command.data, journal);
  }
}

/** The reminders after one was added. */
export function withReminder(
  { reminders, removedReminders }: JournalReminders,
  { reminderId, rule }: Data<"ReminderAdded">,
): JournalReminders {
  const otherRemovedReminders = new Map(removedReminders);
  otherRemovedReminders.delete(reminderId);
  return { reminders: new Map(reminders).set(reminderId, rule), removedReminders: otherRemovedReminders };
}

/** The reminders after one was removed. */
export function withoutReminder(
  { reminders, removedReminders }: JournalReminders,
  { reminderId, by }: Data<"ReminderRemoved">,
): JournalReminders {
  const otherReminders = new Map(reminders);
  otherReminders.delete(reminderId);
  const rule = by === "downgrade" ? null : (reminders.get(reminderId) ?? null);
  return { reminders: otherReminders, removedReminders: new Map(removedReminders).set(reminderId, rule) };
}
