import { addMonths } from "./add-months.ts";
import type { PaidPeriod } from "./decider.ts";

/**
 * When a renewed membership ends. A short month does not change the day of the later months: a monthly plan that began on 31 January ends
 * on 28 February, and then on 31 March.
 *
 * @param periods what the account has paid for
 * @param endsAt the current end, ISO-8601 UTC; the renewed period begins then
 * @param months for how long it is renewed; `null` for life
 */
export function renewedUntil(
  periods: readonly PaidPeriod[],
  endsAt: string,
  months: number | null,
): string | null {
  if (months === null) return null;
  // Goes back from `endsAt` through the paid periods, as long as each ends when the next one starts. The day of the month of the first of
  // these periods decides the day of the new end.
  let periodStart = endsAt;
  for (const period of periods.toReversed()) {
    if (period.endsAt !== periodStart) break;
    periodStart = period.startsAt;
  }
  return addMonths(endsAt, months, new Date(periodStart).getUTCDate());
}
