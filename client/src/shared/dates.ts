import type { DateFormat } from "@daybook/domain/contract/settings-values";

/**
 * Formats entry dates from their `local_date` text alone. No clock or time zone is involved, so an entry of 1660 shows the same
 * day in every browser.
 */

/** Names of the months and weekdays, in the language of the interface. */
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
/** See {@link months}. */
export const weekdays = [
  "Sunday",
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
] as const;

/** The date format until the user chooses another. */
export const defaultDateFormat: DateFormat = "ddd. M/D/YYYY";

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

export type Parts = { year: number; month: number; day: number };

function partsOf(localDate: string): Parts | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(localDate);
  return match && { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

/** Day of the week in the proleptic Gregorian calendar, 0 for Sunday (Sakamoto's method). */
export function weekdayOf({ year, month, day }: Parts): number {
  const shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1] ?? 0;
  const y = month < 3 ? year - 1 : year;
  return (y + Math.floor(y / 4) - Math.floor(y / 100) + Math.floor(y / 400) + shift + day) % 7;
}

/**
 * Formats a date.
 *
 * @param localDate `YYYY-MM-DD`; any other text is returned unchanged
 */
export function formatLocalDate(localDate: string, format: DateFormat = defaultDateFormat): string {
  const parts = partsOf(localDate);
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
    YYYY: pad(parts.year, 4),
  };
  return format.replace(/dddd|ddd|MMMM|MMM|M|D|YYYY/g, (token) => words[token] ?? token);
}

/** The month of a date as a heading: `January 1660`. */
export function monthOf(localDate: string): string {
  const parts = partsOf(localDate);
  return parts ? `${months[parts.month - 1] ?? ""} ${pad(parts.year, 4)}` : localDate;
}

/** The day of an instant in this device's calendar, as `YYYY-MM-DD`. For events only, never for entry dates. */
export function dayOfInstant(instant: string | number): string {
  const date = new Date(instant);
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/**
 * An instant as a relative day in this device's calendar: `today`, `yesterday`, `3 days ago`, or the date itself.
 *
 * @param instant ISO-8601
 * @param now milliseconds since 1970
 */
export function relativeDay(instant: string, now: number, format: DateFormat = defaultDateFormat): string {
  const date = new Date(instant);
  const today = new Date(now);
  const dayNumber = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;
  const days = dayNumber(today) - dayNumber(date);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return `${days} days ago`;
  return `on ${formatLocalDate(dayOfInstant(instant), format)}`;
}
