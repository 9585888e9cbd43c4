import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import type { FoundEntry } from "@daybook/domain/contract/search";
import type { DateFormat } from "@daybook/domain/contract/settings-values";

/** A recent leap year, which has every day. */
const recentLeapYear = 2024;

/** The minutes that this device's clock is behind UTC. */
const deviceOffset = (at: Date): number => at.getTimezoneOffset();

/**
 * The date of a search result: its entry date in the user's format, and the time on this device's clock. Entries with only a
 * day are stored as midnight UTC and show no time.
 *
 * For an instant before 1970, the UTC offset of the same day in a recent year is used: a change of an entry's date moves `created` by
 * whole days, and the historical offset may differ by odd minutes, which would change the time of day.
 *
 * @param offsetOf minutes behind UTC at an instant; by default this device's
 */
export function resultDate(
  { created, local_date: day }: Pick<FoundEntry, "created" | "local_date">,
  format: DateFormat,
  offsetOf = deviceOffset,
): string {
  const dayText = formatLocalDate(day, format);
  const instant = created * 1000;
  if (instant === Date.parse(day)) return dayText;
  const offsetDate = new Date(instant);
  if (created < 0) offsetDate.setUTCFullYear(recentLeapYear);
  const timeOfDay = new Date(instant - offsetOf(offsetDate) * 60_000).toISOString().slice(11, 16);
  return `${dayText}, ${timeOfDay}`;
}
