import { datePartsOf } from "./format-local-date.ts";

const dayMs = 86_400_000;
const count = (number: number, unit: string): string => (number === 1 ? `a ${unit}` : `${number} ${unit}s`);

/**
 * How long ago a date was, in full years, months or days: `3 years ago`. 29 February counts as a year ago on 28 February.
 *
 * @param localDate `YYYY-MM-DD`, not later than `today`
 */
export function ageInWords(localDate: string, today: string): string {
  const [from, to] = [datePartsOf(localDate), datePartsOf(today)];
  if (!from || !to) return "";
  const endOfMonth = new Date(Date.UTC(to.year, to.month, 0)).getUTCDate();
  const isDayReached = to.day >= Math.min(from.day, endOfMonth);
  const months = (to.year - from.year) * 12 + to.month - from.month - (isDayReached ? 0 : 1);
  if (months >= 12) return `${count(Math.floor(months / 12), "year")} ago`;
  if (months >= 1) return `${count(months, "month")} ago`;
  const days = Math.round((Date.parse(today) - Date.parse(localDate)) / dayMs);
  return `${count(days, "day")} ago`;
}
