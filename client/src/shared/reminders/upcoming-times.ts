import type { Reminder } from "@daybook/domain/contract/reminders";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { nextOccurrence } from "@daybook/domain/reminder/next-occurrence";
import type { ReminderRule } from "@daybook/domain/reminder/rule";
import { type FireTimeWords, fireTimeWords } from "./fire-time-words.ts";

/** The user's settings that decide when reminders are sent and how their times are written. */
export type ReminderReader = { zone: string; isPaid: boolean; dateFormat: DateFormat };

/** How many times are shown. */
const shownTimes = 3;

/** A time at which a reminder is sent, in words. */
export type UpcomingTime = Pick<FireTimeWords, "day" | "time">;

type Occurrence = { at: number; localDate: string | null };

/** The given times, and the next ones of the rule after the last of them. */
function fillUp(
  rule: ReminderRule,
  { zone, isPaid, dateFormat }: ReminderReader,
  given: readonly Occurrence[],
  after: Occurrence,
): readonly UpcomingTime[] {
  const owner = { timezone: zone, paidUntil: isPaid ? Infinity : null };
  const found = [...given];
  let lastOccurrence = after;
  while (found.length < shownTimes) {
    lastOccurrence = nextOccurrence(rule, owner, lastOccurrence.at, lastOccurrence.localDate);
    found.push(lastOccurrence);
  }
  return found.map(({ at }) => {
    const { day, time } = fireTimeWords(new Date(at), zone, dateFormat);
    return { day, time };
  });
}

/**
 * The next times of a rule.
 *
 * @param after milliseconds since 1970
 */
export const upcomingTimes = (
  rule: ReminderRule,
  reader: ReminderReader,
  after: number,
): readonly UpcomingTime[] => fillUp(rule, reader, [], { at: after, localDate: null });

/**
 * The next times of a saved reminder, none while it is not sent. The server planned the first one: on the day on which a
 * membership began or ended, it may have the time of before.
 */
export function upcomingTimesOf(reminder: Reminder, reader: ReminderReader): readonly UpcomingTime[] {
  const { frequency, general_time: time, hour, minute, weekday, day, next_run_at: next } = reminder;
  if (next === null) return [];
  const at = Date.parse(next);
  const startDate = fireTimeWords(new Date(at), reader.zone, reader.dateFormat).localDate;
  const rule = { frequency, time, hour, minute, weekday, day, startDate };
  const firstTime = { at, localDate: startDate };
  return fillUp(rule, reader, [firstTime], firstTime);
}
