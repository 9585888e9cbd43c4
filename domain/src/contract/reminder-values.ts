/**
 * How often a reminder is sent. `bidaily` is every second day. A `monthly` reminder has a day of the month. In a shorter month, it is sent
 * on the last day.
 */
export const reminderFrequencies = ["daily", "bidaily", "weekly", "monthly"] as const;
/** See {@link reminderFrequencies}. */
export type ReminderFrequency = (typeof reminderFrequencies)[number];

/** The time of day of a reminder. `specific` is a clock time and needs a paid account. */
export const reminderTimes = ["morning", "noon", "evening", "specific"] as const;
/** See {@link reminderTimes}. */
export type ReminderTime = (typeof reminderTimes)[number];

/** The hours of the general times, which are all times except `specific`. They are hours in the account's time zone. */
export const generalHours: Readonly<Record<Exclude<ReminderTime, "specific">, number>> = {
  morning: 7,
  noon: 12,
  evening: 19,
};

/** The weekday of a weekly reminder and the day of a monthly one, when none was chosen. Weekday 0 is Sunday. */
export const reminderDefaults = { weekday: 1, day: 1 } as const;

/** How many reminders a journal may have at most. */
export const remindersPerJournal = 20;
