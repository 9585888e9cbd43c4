import type { DateRange } from "@daybook/read-models/queries/entries";
import { reject, type Rejection } from "@daybook/domain/kernel/rejection";
import { localDateAt } from "./entry-dates.ts";

/** The requested days of a list. A bound is a date, or an instant whose date depends on the reader's time zone. */
export type TimeFilter = {
  readonly time: "all" | "today" | "week" | "month" | "year" | "custom";
  readonly timeStart?: string | undefined;
  readonly timeEnd?: string | undefined;
};

const dayMs = 86_400_000;
const dateOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The same day some months before, or the last day of a shorter month. */
function monthsBefore(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const lastDay = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return dateOf(Date.UTC(year, month - 1 - months, Math.min(day, lastDay)));
}

const isDate = (text: string): boolean => text.length === 10;

/**
 * Converts a filter to a range of local dates. Today is in the reader's time zone. A week, a month or a year ends today:
 * otherwise "this week" would be only one day on a Monday.
 *
 * @param now ISO-8601
 */
export function listedDays(
  filter: TimeFilter,
  now: string,
  timezone: string,
): DateRange | undefined | Rejection {
  const today = localDateAt(now, timezone);
  switch (filter.time) {
    case "all":
      return undefined;
    case "today":
      return { from: today, to: today };
    case "week":
      return { from: dateOf(Date.parse(today) - 6 * dayMs), to: today };
    case "month":
      return { from: monthsBefore(today, 1), to: today };
    case "year":
      return { from: monthsBefore(today, 12), to: today };
    case "custom": {
      const [from, to] = [filter.timeStart, filter.timeEnd].map((bound) =>
        bound === undefined || isDate(bound) ? bound : localDateAt(bound, timezone),
      );
      if (from === undefined && to === undefined) return refusal("Choose a start date or an end date.");
      if (from !== undefined && to !== undefined && from > to) return refusal("The start is after the end.");
      return { from, to };
    }
  }
}

const refusal = (sentence: string): Rejection =>
  reject("invalid", "Some fields are not valid.", { timeStart: sentence });
