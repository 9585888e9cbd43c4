import { months, weekdays } from "@daybook/domain/contract/format-local-date";

/** Text of the calendar. */
export const calendarText = {
  title: "Calendar",
  back: "Back to the journal",
  titleOf: (journal: string) => `Calendar of ${journal}`,
  weekdays,
  months: months.map((name) => name.slice(0, 3)),
  previous: (month: string) => `Previous month: ${month}`,
  next: (month: string) => `Next month: ${month}`,
  year: "Year",
  showYear: "Show year",
  monthsLabel: (year: number) => `Months of ${year}`,
  oldest: (month: string) => `Oldest entry: ${month}`,
  newest: (month: string) => `Newest entry: ${month}`,
  day: (day: string, entries: number) => `${day}, ${entries === 1 ? "1 entry" : `${entries} entries`}`,
  emptyDay: (day: string) => `${day}, no entries: write one`,
  month: (month: string, entries: number) =>
    `${month}, ${entries === 1 ? "1 entry" : `${entries.toLocaleString("en")} entries`}`,
  none: "No entries in this month. Choose a day to write on it.",
  keyHint: "Choose an empty day to write on it. Arrow keys move by day, Page Up and Page Down by month.",
} as const;
