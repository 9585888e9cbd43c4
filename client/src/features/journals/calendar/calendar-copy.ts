import { months, weekdays } from "../../../shared/dates.ts";

/** The words of the calendar. */
export const calendarCopy = {
  title: "Calendar",
  titleOf: (journal: string) => `Calendar of ${journal}`,
  weekdays,
  months: months.map((name) => name.slice(0, 3)),
  previous: (month: string) => `Back to ${month}`,
  next: (month: string) => `On to ${month}`,
  year: "Year",
  showYear: "Show year",
  monthsLabel: (year: number) => `Months of ${year}`,
  oldest: (month: string) => `Oldest entry: ${month}`,
  newest: (month: string) => `Newest entry: ${month}`,
  day: (day: string, entries: number) => `${day}, ${entries === 1 ? "1 entry" : `${entries} entries`}`,
  month: (month: string, entries: number) =>
    `${month}, ${entries === 1 ? "1 entry" : `${entries.toLocaleString("en")} entries`}`,
  none: "Nothing is written in this month.",
  keys: "Arrow keys go from day to day, Page Up and Page Down from month to month.",
} as const;
