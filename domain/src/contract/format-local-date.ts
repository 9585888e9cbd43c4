import type { DateFormat } from "./settings-values.ts";

/** The names of the months, from January, in the language of the interface. */
export const months = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;
/** The names of the weekdays, from Sunday, in the language of the interface. */
export const weekdays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** A date as numbers; the first month is 1. */
export type DateParts = { year: number; month: number; day: number };

/** The parts of `YYYY-MM-DD`; null for any other text. */
export function datePartsOf(localDate: string): DateParts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(localDate);
  return match && { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/** Day of the week in the proleptic Gregorian calendar, 0 for Sunday (Sakamoto's method). */
export function weekdayOf({ year, month, day }: DateParts): number {
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0;
  const shiftedYear = month < 3 ? year - 1 : year;
  return (
    (shiftedYear +
      Math.floor(shiftedYear / 4) -
      Math.floor(shiftedYear / 100) +
      Math.floor(shiftedYear / 400) +
      shift +
      day) %
    7
  );
}

/**
 * Formats an entry date from its text alone, the same on every page and in mails. No clock or time zone is involved, so an entry of 1660
 * shows the same day everywhere.
 *
 * @param localDate `YYYY-MM-DD`; any other text is returned unchanged
 */
export function formatLocalDate(localDate: string, format: DateFormat): string {
  const parts = datePartsOf(localDate);
  if (!parts) return localDate;
  const month = months[parts.month - 1] ?? "";
  const weekday = weekdays[weekdayOf(parts)] ?? "";
  const words: Record<string, string> = {
    dddd: weekday,
    ddd: weekday.slice(0, 3),
    MMMM: month,
    MMM: month.slice(0, 3),
    M: String(parts.month),
    D: String(parts.day),
    YYYY: String(parts.year).padStart(4, "0"),
  };
  return format.replace(/dddd|ddd|MMMM|MMM|M|D|YYYY/g, (token) => words[token] ?? token);
}
