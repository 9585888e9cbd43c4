import type { ReminderRule } from "../reminder/rule.ts";
import { weekdays } from "./format-local-date.ts";
import { reminderDefaults } from "./reminder-values.ts";

/** The parts of a rule that its text names. */
export type ShownRule = Pick<ReminderRule, "frequency" | "hour" | "minute" | "weekday" | "day">;

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

function daysText({ frequency, weekday, day }: ShownRule): string {
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

/** A reminder's rule in words: `Every Monday at 7:00 am`. */
export function ruleText(rule: ShownRule): string {
  return `${daysText(rule)} at ${clockTimeText(rule.hour, rule.minute)}`;
}
