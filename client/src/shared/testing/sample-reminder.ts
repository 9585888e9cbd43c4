import type { Reminder } from "@daybook/domain/contract/reminders";

/** A reminder for each evening. */
export const sampleReminder: Reminder = {
  id: 7,
  frequency: "daily",
  general_time: "evening",
  hour: 19,
  minute: 0,
  weekday: null,
  day: null,
  display_text: "Every day at 7:00 pm",
  next_run_at: "2026-11-23T19:00:00.000Z",
};
