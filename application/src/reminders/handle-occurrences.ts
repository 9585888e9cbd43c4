import { nextOccurrence, type ReminderOwner } from "@daybook/domain/reminder/next-occurrence";
import { maxReminderDelayMs } from "@daybook/domain/reminder/rule";
import {
  type HandledOccurrence,
  type ScheduledReminder,
  scheduleStore,
} from "@daybook/platform/reminders/schedule-store";
import type { ClientBase } from "pg";
import type { Application } from "../application.ts";

/** A reminder with an occurrence that is due. */
export type DueReminder = { readonly reminder: ScheduledReminder; readonly owner: ReminderOwner };

const dueOccurrencesOf = ({ reminder }: DueReminder, now: number): HandledOccurrence[] => {
  const { journalId, reminderId, userId, next } = reminder;
  if (next === null) return [];
  const outcome = now - next.at <= maxReminderDelayMs ? "mailed" : "skipped";
  return [{ journalId, reminderId, userId, ...next, outcome }];
};

/** The reminder after its due occurrence was handled. */
function advance({ reminder, owner }: DueReminder): ScheduledReminder {
  const { rule, next } = reminder;
  if (next === null) return reminder;
  const followingOccurrence = nextOccurrence(rule, owner, next.at, next.localDate);
  return { ...reminder, handledDate: next.localDate, next: followingOccurrence };
}

/**
 * Handles the due occurrence of each reminder: records the occurrence and puts its mail into the outbox, or records that it is skipped.
 * An occurrence that was recorded before gets no second mail. Then saves the reminders with their following occurrences, and returns
 * them. Everything is in the transaction of `db`.
 */
export async function handleOccurrences(
  app: Application,
  db: ClientBase,
  dueReminders: readonly DueReminder[],
): Promise<ScheduledReminder[]> {
  const now = app.clock.now();
  const occurrences = dueReminders.flatMap((dueReminder) => dueOccurrencesOf(dueReminder, now));
  const newOccurrences = await scheduleStore.record(db, occurrences, now);
  const mailedOccurrences = newOccurrences.filter(({ outcome }) => outcome === "mailed");
  await app.mailAll(
    mailedOccurrences.map(({ journalId, reminderId, userId, localDate, at }) => ({
      userId,
      template: "reminder",
      params: { journalId, reminderId, localDate, dueAt: at },
      dedupeKey: `reminder ${journalId} ${reminderId} ${localDate}`,
    })),
    db,
  );
  const advancedReminders = dueReminders.map(advance);
  await scheduleStore.save(db, advancedReminders);
  return advancedReminders;
}
