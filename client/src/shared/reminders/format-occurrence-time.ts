import { months, weekdayOf, weekdays } from "@daybook/domain/contract/format-local-date";
import { clockTimeText } from "@daybook/domain/contract/reminder-text";
import type { DateFormat } from "@daybook/domain/contract/settings-values";

/** Whether a date format has the day before the month. */
const isDayFirst = (format: DateFormat): boolean => format.indexOf("D") < format.indexOf("M");

/** The time of an occurrence of a reminder, in a time zone, as text. */
export type OccurrenceTimeText = {
  /** `Monday, November 23`, with day and month in the order of the user's date format */
  day: string;
  /** `7:00 am` */
  time: string;
};

/** Writes an instant as text in a time zone that this browser supports. */
export function formatOccurrenceTime(instant: Date, zone: string, format: DateFormat): OccurrenceTimeText {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: zone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value ?? "");
  const [year, month, day] = [part("year"), part("month"), part("day")];
  const weekday = weekdays[weekdayOf({ year, month, day })];
  const monthName = months[month - 1];
  return {
    day: isDayFirst(format) ? `${weekday}, ${day} ${monthName}` : `${weekday}, ${monthName} ${day}`,
    time: clockTimeText(part("hour"), part("minute")),
  };
}
