import type { FoundEntry } from "@daybook/domain/contract/search";
import type { DateFormat } from "@daybook/domain/contract/settings-values";
import { formatLocalDate } from "../../shared/dates.ts";

/** A leap year, so that it has every day. */
const modernYear = 2024;

/** Minutes that this device's clock is behind UTC. */
const deviceOffset = (at: Date): number => at.getTimezoneOffset();

/**
 * When a found entry is of: its own day in the person's format, as everywhere, and the time on this device's clock. What was
 * entered with a day alone is stored as that day's midnight in UTC, and has no time. Before 1970 a zone counts as it does today,
 * because pages are put on such days by whole days, and what zones were then would move them by odd minutes.
 *
 * @param offsetOf minutes behind UTC at an instant; this device's when left out
 */
export function foundMoment(
  { created, local_date: day }: Pick<FoundEntry, "created" | "local_date">,
  format: DateFormat,
  offsetOf = deviceOffset,
): string {
  const shown = formatLocalDate(day, format);
  const instant = created * 1000;
  if (instant === Date.parse(day)) return shown;
  const likeNow = new Date(instant);
  if (created < 0) likeNow.setUTCFullYear(modernYear);
  const clock = new Date(instant - offsetOf(likeNow) * 60_000).toISOString().slice(11, 16);
  return `${shown}, ${clock}`;
}
