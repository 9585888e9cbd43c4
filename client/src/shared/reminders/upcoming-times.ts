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

/**
 * The next times of a rule.
 *
 * @param after milliseconds since 1970
 */
export function upcomingTimes(
  rule: ReminderRule,
  reader: ReminderReader,
  after: number,
): readonly UpcomingTime[] {
  const { zone, isPaid, dateFormat } = reader;
  const owner = { timezone: zone, paidUntil: isPaid ? Infinity : null };
  const times: UpcomingTime[] = [];
  let last = { at: after, localDate: null as string | null };
  while (times.length < shownTimes) {
    last = nextOccurrence(rule, owner, last.at, last.localDate);
    const { day, time } = fireTimeWords(new Date(last.at), zone, dateFormat);
    times.push({ day, time });
  }
  return times;
}

/** The next times of a saved reminder, none while it is not sent. The server computed the first one. */
export function upcomingTimesOf(reminder: Reminder, reader: ReminderReader): readonly UpcomingTime[] {
  const { frequency, general_time: time, hour, minute, weekday, day, next_run_at: next } = reminder;
  if (next === null) return [];
  const first = new Date(next);
  const startDate = fireTimeWords(first, reader.zone, reader.dateFormat).localDate;
  const rule = { frequency, time, hour, minute, weekday, day, startDate };
  return upcomingTimes(rule, reader, first.getTime() - 1);
}
