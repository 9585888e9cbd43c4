import { weekdays } from "./format-local-date.ts";
import { reminderDefaults, type ReminderFrequency } from "./reminder-values.ts";

/** When a reminder is sent, on the clock of the account's time zone. */
export type ReminderSchedule = {
  readonly frequency: ReminderFrequency;
  /** 0 to 23 */
  readonly hour: number;
  readonly minute: number;
  /** 0 is Sunday */
  readonly weekday: number | null;
  readonly day: number | null;
};

/** A clock time in words: `7:05 am`, or `noon`. */
export function clockTimeText(hour: number, minute: number): string {
  if (hour === 12 && minute === 0) return "noon";
  return `${hour % 12 || 12}:${String(minute).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** A day of the month in words: `1st`, `22nd`. */
export function dayOfMonthText(day: number): string {
  const ending = day > 10 && day < 14 ? "th" : (["th", "st", "nd", "rd"][day % 10] ?? "th");
  return `${day}${ending}`;
}

function daysText({ frequency, weekday, day }: ReminderSchedule): string {
  switch (frequency) {
    case "daily":
      return "Every day";
    case "bidaily":
      return "Every second day";
    case "weekly":
      return `Every ${weekdays[weekday ?? reminderDefaults.weekday] ?? ""}`;
    case "monthly":
      return `Every month on the ${dayOfMonthText(day ?? reminderDefaults.day)}`;
  }
}

/** A reminder's schedule in words: `Every Monday at 7:00 am`. */
export function scheduleText(schedule: ReminderSchedule): string {
  return `${daysText(schedule)} at ${clockTimeText(schedule.hour, schedule.minute)}`;
}
