import type { Reminder } from "@daybook/domain/contract/reminders";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { nextOccurrence } from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import { dayNumberAt, localDateOf } from "@daybook/domain/reminder/wall-clock";
import { isTimeZone } from "../is-time-zone.ts";
import { type OccurrenceTimeText, formatOccurrenceTime } from "./format-occurrence-time.ts";

/** The user's settings that decide when reminders are sent and how their times are written. */
export type ReminderSettings = { zone: string; isPaid: boolean; dateFormat: DateFormat };

/** How many times are shown. */
const timesToShow = 3;

/** A time at which a reminder is sent, in words. */
export type UpcomingTime = OccurrenceTimeText;

/** `at` is a moment in milliseconds since 1970. `localDate` is the date of the reminder that is sent then; null when none is sent. */
type Occurrence = { at: number; localDate: string | null };

/**
 * Adds the next times of a rule to `firstTimes` until there are {@link timesToShow}. Returns none for a time zone that this browser
 * does not support.
 *
 * @param after the occurrence before the first added time
 */
function completeTimes(
  rule: ReminderRule,
  { zone, isPaid, dateFormat }: ReminderSettings,
  firstTimes: readonly Occurrence[],
  after: Occurrence,
): readonly UpcomingTime[] {
  if (!isTimeZone(zone)) return [];
  const owner = { timezone: zone, paidUntil: isPaid ? Infinity : null };
  const times = [...firstTimes];
  let lastOccurrence = after;
  while (times.length < timesToShow) {
    lastOccurrence = nextOccurrence(rule, owner, lastOccurrence.at, lastOccurrence.localDate);
    times.push(lastOccurrence);
  }
  return times.map(({ at }) => formatOccurrenceTime(new Date(at), zone, dateFormat));
}

/**
 * The next times of a rule.
 *
 * @param after milliseconds since 1970
 */
export const upcomingTimesOfRule = (
  rule: ReminderRule,
  reminderSettings: ReminderSettings,
  after: number,
): readonly UpcomingTime[] => completeTimes(rule, reminderSettings, [], { at: after, localDate: null });

/**
 * The next times of a saved reminder. Without a membership, a specific time is replaced by the nearest general time. The server planned
 * the first of these times, perhaps before a membership began or ended. So the first time may have another time of day than the later
 * ones.
 *
 * @param now milliseconds since 1970; the times are after it
 */
export function upcomingTimesOfReminder(
  reminder: Reminder,
  reminderSettings: ReminderSettings,
  now: number,
): readonly UpcomingTime[] {
  const { frequency, general_time: time, hour, minute, weekday, day, next_run_at: next } = reminder;
  const at = Date.parse(next);
  const startDate = localDateOf(dayNumberAt(reminderSettings.zone, at));
  const rule = { frequency, time, hour, minute, weekday, day, startDate };
  const firstTime = { at, localDate: startDate };
  return at > now
    ? completeTimes(rule, reminderSettings, [firstTime], firstTime)
    : completeTimes(rule, reminderSettings, [], { at: now, localDate: startDate });
}
