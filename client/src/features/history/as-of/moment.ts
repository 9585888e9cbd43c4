import { dayOfInstant, isDay } from "../../../shared/dates.ts";

const instantPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?Z$/;

/** The moment in the URL: an instant, or a day. A day stands for its last millisecond in the time zone of this device. */
export type RequestedMoment = {
  /** as in the URL */
  text: string;
  /** ISO-8601 */
  at: string;
  /** `YYYY-MM-DD` on this device's calendar */
  day: string;
  /** true for a day, false for an instant */
  isDay: boolean;
};

/** Parses the moment from the URL; null when it is invalid. */
export function readMoment(text: string | null): RequestedMoment | null {
  if (text === null) return null;
  if (instantPattern.test(text)) {
    const time = Date.parse(text);
    // `Date.parse` accepts 30 February as 2 March.
    return Number.isNaN(time) || !isDay(text.slice(0, 10))
      ? null
      : { text, at: new Date(time).toISOString(), day: dayOfInstant(time), isDay: false };
  }
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return null;
  // `new Date(year, …)` would read the years 0 to 99 as 1900 to 1999, so the year is set afterwards.
  const nextDay = new Date(2000, 0, 1);
  nextDay.setFullYear(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + 1);
  const endOfDay = nextDay.getTime() - 1;
  return dayOfInstant(endOfDay) === text
    ? { text, at: new Date(endOfDay).toISOString(), day: text, isDay: true }
    : null;
}

/**
 * The day some months and days before an instant, on this device's calendar. Subtracts the months first. If the month that
 * this gives is too short for the day, uses its last day. Then subtracts the days.
 */
export function dayBefore(now: number, { months = 0, days = 0 }: { months?: number; days?: number }): string {
  const date = new Date(now);
  const targetMonth = new Date(date.getFullYear(), date.getMonth() - months, 1);
  const lastDay = new Date(targetMonth.getFullYear(), targetMonth.getMonth() + 1, 0).getDate();
  targetMonth.setDate(Math.min(date.getDate(), lastDay) - days);
  return dayOfInstant(targetMonth.getTime());
}
