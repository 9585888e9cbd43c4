/**
 * The same moment some months later. In a month that is too short, the result is on its last day: one month after 31 January
 * is 28 or 29 February.
 *
 * @param instant ISO-8601 UTC
 * @param day the day of the month to aim for; by default that of the instant
 */
export function addMonths(instant: string, months: number, day?: number): string {
  const start = new Date(instant);
  const result = new Date(start);
  result.setUTCDate(1);
  result.setUTCMonth(start.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(result.getUTCFullYear(), result.getUTCMonth() + 1, 0)).getUTCDate();
  result.setUTCDate(Math.min(day ?? start.getUTCDate(), lastDay));
  return result.toISOString();
}
