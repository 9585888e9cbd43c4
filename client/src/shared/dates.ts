import { datePartsOf, formatLocalDate, months } from "@daybook/domain/contract/format-local-date";
import type { DateFormat } from "@daybook/domain/contract/settings-values";

const pad = (value: number, length: number): string => String(value).padStart(length, "0");

/** Whether the text is a valid calendar date, from year 1 on. */
export function isDay(text: string | null | undefined): text is string {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || text < "0001") return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text;
}

/** The month and year of a date, such as `January 1660`. */
export function formatMonth(localDate: string): string {
  const parts = datePartsOf(localDate);
  return parts ? `${months[parts.month - 1] ?? ""} ${pad(parts.year, 4)}` : localDate;
}

/** The day of an instant in this device's calendar, as `YYYY-MM-DD`. Not for entries, which have a local date. */
export function dayOfInstant(instant: string | number): string {
  const date = new Date(instant);
  return `${pad(date.getFullYear(), 4)}-${pad(date.getMonth() + 1, 2)}-${pad(date.getDate(), 2)}`;
}

/**
 * An instant as a relative day in this device's calendar: `today`, `yesterday`, `3 days ago`, or `on` and the date.
 *
 * @param instant ISO-8601
 * @param now milliseconds since 1970
 */
export function relativeDay(instant: string, now: number, format: DateFormat): string {
  const date = new Date(instant);
  const today = new Date(now);
  const dayNumber = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000;
  const days = dayNumber(today) - dayNumber(date);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  if (days < 7) return `${days} days ago`;
  return `on ${formatLocalDate(dayOfInstant(instant), format)}`;
}

/** An instant on this device's clock: the day in the user's date format, and the time. */
export function momentOf(instant: string, format: DateFormat): string {
  const time = new Date(instant).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  return `${formatLocalDate(dayOfInstant(instant), format)}, ${time}`;
}
