import { weekdayOf } from "@daybook/domain/contract/format-local-date";

/** A month, `YYYY-MM`. */
export type Month = string;

const twoDigits = (value: number): string => String(value).padStart(2, "0");
const partsOf = (month: Month): [year: number, month: number] => [
  Number(month.slice(0, 4)),
  Number(month.slice(5)),
];
const isLeapYear = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;

/** True for a month from year 1 to 9999. */
export function isMonth(text: string | null): text is Month {
  return text !== null && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) && text >= "0001";
}

/**
 * The month some months later; null outside of the supported years.
 *
 * @param months negative for an earlier month
 */
export function monthAfter(month: Month, months: number): Month | null {
  const [year, monthNumber] = partsOf(month);
  const monthCount = year * 12 + monthNumber - 1 + months;
  const [newYear, newMonth] = [Math.floor(monthCount / 12), (monthCount % 12) + 1];
  return newYear >= 1 && newYear <= 9999
    ? `${String(newYear).padStart(4, "0")}-${twoDigits(newMonth)}`
    : null;
}

/** The number of days of a month, in the proleptic Gregorian calendar. */
export function daysIn(month: Month): number {
  const [year, monthNumber] = partsOf(month);
  if (monthNumber === 2) return isLeapYear(year) ? 29 : 28;
  return [4, 6, 9, 11].includes(monthNumber) ? 30 : 31;
}

/** The date of a day of a month, `YYYY-MM-DD`. */
export const dateIn = (month: Month, day: number): string => `${month}-${twoDigits(day)}`;

/**
 * The weeks of a month, with seven cells each; null for days of other months.
 *
 * @param firstWeekday the first day of the week, 0 for Sunday
 */
export function weeksOf(month: Month, firstWeekday: number): (number | null)[][] {
  const [year, monthNumber] = partsOf(month);
  const leadingDays = (weekdayOf({ year, month: monthNumber, day: 1 }) - firstWeekday + 7) % 7;
  const cells = Array.from({ length: leadingDays + daysIn(month) }, (_, index) =>
    index < leadingDays ? null : index - leadingDays + 1,
  );
  const weeks: (number | null)[][] = [];
  for (let start = 0; start < cells.length; start += 7) {
    const week = cells.slice(start, start + 7);
    weeks.push([...week, ...Array.from({ length: 7 - week.length }, () => null)]);
  }
  return weeks;
}

/**
 * The day to which a key moves the focus. An arrow up or down moves by a week or more, or else to the first or last day. Null when there
 * is no day in the direction of an arrow, and for keys other than arrows, Home and End.
 *
 * @param days the days that can have the focus, in ascending order
 * @param from the day that has the focus
 */
export function dayForKey(days: readonly number[], from: number, key: string): number | null {
  const laterDays = days.filter((day) => day > from);
  const earlierDays = days.filter((day) => day < from);
  switch (key) {
    case "ArrowRight":
      return laterDays[0] ?? null;
    case "ArrowLeft":
      return earlierDays.at(-1) ?? null;
    case "ArrowDown":
      return laterDays.find((day) => day >= from + 7) ?? laterDays.at(-1) ?? null;
    case "ArrowUp":
      return earlierDays.findLast((day) => day <= from - 7) ?? earlierDays[0] ?? null;
    case "Home":
      return days[0] ?? null;
    case "End":
      return days.at(-1) ?? null;
    default:
      return null;
  }
}
