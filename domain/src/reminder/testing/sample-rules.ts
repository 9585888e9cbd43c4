import type { ReminderOwner } from "../next-occurrence.ts";
import type { ReminderRule } from "../rule.ts";

/** Every day at seven in the morning. */
export const daily: ReminderRule = {
  frequency: "daily",
  time: "morning",
  hour: 7,
  minute: 0,
  weekday: null,
  day: null,
  startDate: "2026-01-01",
};
/** Every day at this time. */
export const dailyAt = (hour: number, minute = 0): ReminderRule => ({
  ...daily,
  time: "specific",
  hour,
  minute,
});
/** An owner of reminders in a time zone, by default with PRO that never ends. `paidUntil` is in milliseconds since 1970. */
export const ownerIn = (timezone: string, paidUntil: number | null = Infinity): ReminderOwner => ({
  timezone,
  paidUntil,
});
