const padWithZeros = (value: number, length: number): string => String(value).padStart(length, "0");

/** A day as `YYYY-MM-DD`, from its parts; values out of range overflow, as in {@link Date}. */
function dayOf(year: number, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return `${padWithZeros(date.getUTCFullYear(), 4)}-${padWithZeros(date.getUTCMonth() + 1, 2)}-${padWithZeros(date.getUTCDate(), 2)}`;
}

/** Year, month (1 to 12) and day of `YYYY-MM-DD`. */
export function partsOf(day: string): [year: number, month: number, day: number] {
  const [year = 1, month = 1, date = 1] = day.split("-").map(Number);
  return [year, month, date];
}

const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/**
 * The weeks of a month, including days of the months around it.
 *
 * @param day any day of the month, `YYYY-MM-DD`
 * @param firstWeekday 0 for Sunday, 1 for Monday
 */
export function weeksOf(day: string, firstWeekday: number): string[][] {
  const [year, month] = partsOf(day);
  const leadingDays = (weekdayOf(dayOf(year, month, 1)) - firstWeekday + 7) % 7;
  const [, , daysInMonth] = partsOf(dayOf(year, month + 1, 0));
  return Array.from({ length: Math.ceil((leadingDays + daysInMonth) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, index) => dayOf(year, month, 1 - leadingDays + week * 7 + index)),
  );
}

/** The same day some months later (earlier if negative), or the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = partsOf(day);
  const [, , lastDay] = partsOf(dayOf(year, month + months + 1, 0));
  return dayOf(year, month + months, Math.min(date, lastDay));
}

/** The day some days later, or earlier if negative. */
export function addDays(day: string, days: number): string {
  const [year, month, date] = partsOf(day);
  return dayOf(year, month, date + days);
}

/** True for a day in the years that an entry can have. */
export const hasValidYear = (day: string): boolean => /^(?!0000)\d{4}-\d\d-/.test(day);

/** The first day of a day's week. */
export function startOfWeek(day: string, firstWeekday: number): string {
  return addDays(day, -((weekdayOf(day) - firstWeekday + 7) % 7));
}
