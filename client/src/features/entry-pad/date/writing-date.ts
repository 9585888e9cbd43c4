import type { Writing } from "../autosave/writing.ts";

const dayMs = 86_400_000;
const earliest = Date.parse("0001-01-01T00:00:00.000Z");
const latest = Date.parse("9999-12-31T23:59:59.999Z");

/** The range of a date input for entries. */
export const dateRange = { min: "0001-01-01", max: "9999-12-31" } as const;

/**
 * Moves an entry to another day. Its instant moves by the same number of whole days. This keeps the order within and between
 * days, and needs no historical time zones: an entry of 1660 has the same day everywhere.
 *
 * @param localDate `YYYY-MM-DD`
 */
export function moveToDay(writing: Writing, localDate: string): Writing {
  const days = (Date.parse(localDate) - Date.parse(writing.localDate)) / dayMs;
  if (!Number.isFinite(days)) return writing;
  const instant = Date.parse(writing.createdAt) + days * dayMs;
  const createdAt = new Date(Math.min(latest, Math.max(earliest, instant))).toISOString();
  return { ...writing, localDate, createdAt };
}

const padWithZeros = (value: number, length: number): string => String(value).padStart(length, "0");

/**
 * Creates a blank writing with today's date in this device's time zone.
 *
 * @param now milliseconds since 1970
 */
export function createBlankWriting(now: number): Writing {
  const date = new Date(now);
  return {
    title: "",
    body: "",
    localDate: `${padWithZeros(date.getFullYear(), 4)}-${padWithZeros(date.getMonth() + 1, 2)}-${padWithZeros(date.getDate(), 2)}`,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC",
    createdAt: date.toISOString(),
    starred: false,
  };
}
