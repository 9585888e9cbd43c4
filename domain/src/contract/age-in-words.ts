import { datePartsOf } from "./format-local-date.ts";

const dayMs = 86_400_000;
const amountInWords = (number: number, unit: string): string =>
  number === 1 ? `a ${unit}` : `${number} ${unit}s`;

/**
 * How long ago a date was, in full years, months or days: `3 years ago`. A month that lacks the day of the date counts as full on its
 * last day: on 28 February 2025, 29 February 2024 is `a year ago`. Empty when a date is malformed.
 *
 * @param localDate `YYYY-MM-DD`, not later than `today`
 */
export function ageInWords(localDate: string, today: string): string {
  const [from, to] = [datePartsOf(localDate), datePartsOf(today)];
  if (!from || !to) return "";
  const lastDayOfMonth = new Date(Date.UTC(to.year, to.month, 0)).getUTCDate();
  const hasReachedDay = to.day >= Math.min(from.day, lastDayOfMonth);
  const months = (to.year - from.year) * 12 + to.month - from.month - (hasReachedDay ? 0 : 1);
  if (months >= 12) return `${amountInWords(Math.floor(months / 12), "year")} ago`;
  if (months >= 1) return `${amountInWords(months, "month")} ago`;
  const days = Math.round((Date.parse(today) - Date.parse(localDate)) / dayMs);
  return `${amountInWords(days, "day")} ago`;
}
