import type { ReminderView } from "@daybook/application/reminders/reminder-view";
import type { Reminder } from "@daybook/domain/contract/reminders";

/** A reminder in a reply. */
export const presentReminder = ({ id, rule, text, nextRunAt }: ReminderView): { reminder: Reminder } => ({
  reminder: {
    id,
    frequency: rule.frequency,
    general_time: rule.time,
    hour: rule.hour,
    minute: rule.minute,
    weekday: rule.weekday,
    day: rule.day,
    display_text: text,
    next_run_at: nextRunAt,
  },
});
