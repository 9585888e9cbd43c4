import type { NewReminder } from "@daybook/domain/contract/reminders";
import {
  generalHours,
  reminderDefaults,
  type ReminderFrequency,
  type ReminderTime,
} from "@daybook/domain/contract/reminder-values";
import type { ReminderRule } from "@daybook/domain/reminder/rule";

/** The values of the reminder form, as the user chose them. Values of hidden selectors stay, and are not sent. */
export type ReminderForm = {
  /** `never` means that no reminder is wanted; it is never sent */
  frequency: ReminderFrequency | "never";
  time: ReminderTime;
  /** 1 to 12 */
  hour: number;
  minute: number;
  amPm: "am" | "pm";
  /** 0 is Sunday */
  weekday: number;
  /** 1 to 31 */
  day: number;
};

/** The values with which the form opens. */
export const initialReminderForm: ReminderForm = {
  frequency: "daily",
  time: "evening",
  hour: 7,
  minute: 0,
  amPm: "am",
  ...reminderDefaults,
};

/** Which selectors the form shows. */
export function selectorsFor({ frequency, time }: ReminderForm, isPaid: boolean) {
  const hasTime = frequency !== "never";
  return {
    weekday: frequency === "weekly",
    day: frequency === "monthly",
    time: hasTime,
    clock: hasTime && time === "specific" && isPaid,
  };
}

/** The hour of a 12-hour clock on a 24-hour one: 12 am is 0, and 12 pm is 12. */
export function hourOfDay(hour: number, amPm: "am" | "pm"): number {
  return (hour % 12) + (amPm === "pm" ? 12 : 0);
}

/** The hour and minute at which the reminder is sent. */
function clockOf({ time, hour, minute, amPm }: ReminderForm): { hour: number; minute: number } {
  if (time === "specific") return { hour: hourOfDay(hour, amPm), minute };
  return { hour: generalHours[time], minute: 0 };
}

/**
 * The rule of the form; null when no reminder is wanted, or when only a paid account may have it.
 *
 * @param startDate today in the user's time zone, `YYYY-MM-DD`
 */
export function ruleOf(form: ReminderForm, isPaid: boolean, startDate: string): ReminderRule | null {
  const { frequency, time, weekday, day } = form;
  if (frequency === "never" || (time === "specific" && !isPaid)) return null;
  return {
    frequency,
    time,
    ...clockOf(form),
    weekday: frequency === "weekly" ? weekday : null,
    day: frequency === "monthly" ? day : null,
    startDate,
  };
}

/** The request body for a new reminder: only the values that its frequency and time use. */
export function newReminderOf({
  frequency,
  time,
  hour,
  minute,
  weekday,
  day,
}: Omit<ReminderRule, "startDate">): NewReminder {
  return {
    frequency,
    general_time: time,
    ...(time === "specific" && { hour, minute }),
    ...(weekday !== null && { weekday }),
    ...(day !== null && { day }),
  };
}
