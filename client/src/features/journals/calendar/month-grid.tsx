import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { dayPath, newEntryPath } from "../list-path.ts";
import { calendarText } from "./calendar-text.ts";
import { dateIn, dayForKey, type Month, weeksOf } from "./month.ts";
import styles from "./month-grid.module.css";

/** One dot per entry; the number instead when there are more than three. */
function Dots({ count }: { count: number }) {
  return (
    <span className={styles.dots} aria-hidden>
      {count > 3 ? count : Array.from({ length: count }, (_, index) => <i key={index} />)}
    </span>
  );
}

/**
 * A month. A day with entries links to them, an empty day to a new entry of that day. One link is in the tab order; the
 * arrow keys, Home and End reach the others. Page Up and Page Down change the month, with Shift the year.
 */
export const MonthGrid = observer(function MonthGrid({
  journalId,
  month,
  caption,
  days,
  today,
  onChangeMonth,
}: {
  journalId: number;
  month: Month;
  caption: string;
  /** the number of entries by date, `YYYY-MM-DD` */
  days: Readonly<Record<string, number>>;
  /** `YYYY-MM-DD` */
  today: string;
  /** moves by this number of months */
  onChangeMonth: (months: number) => void;
}) {
  const grid = useRef<HTMLTableElement>(null);
  const dateFormat = useDateFormat();
  const [focusedDay, setFocusedDay] = useState<number | null>(null);
  // Date formats with the day before the month imply weeks that start on Monday.
  const firstWeekday = dateFormat.indexOf("D") < dateFormat.indexOf("M") ? 1 : 0;
  const weekdays = calendarText.weekdays.map((_, index) => (index + firstWeekday) % 7);
  const countOf = (day: number): number => days[dateIn(month, day)] ?? 0;
  const weeks = weeksOf(month, firstWeekday);
  const daysOfMonth = weeks.flat().filter((day) => day !== null);
  const tabbableDay = focusedDay ?? daysOfMonth.find((day) => countOf(day) > 0) ?? daysOfMonth[0];

  const onKeyDown = (event: KeyboardEvent): void => {
    // Keys with these modifiers belong to the browser, for example Alt and the left arrow to go back.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      onChangeMonth((event.key === "PageUp" ? -1 : 1) * (event.shiftKey ? 12 : 1));
      return;
    }
    const targetDay = tabbableDay === undefined ? null : dayForKey(daysOfMonth, tabbableDay, event.key);
    if (targetDay === null) return;
    event.preventDefault();
    setFocusedDay(targetDay);
    grid.current?.querySelector<HTMLElement>(`[data-day="${targetDay}"]`)?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the links inside receive the keys
    <table className={styles.grid} ref={grid} tabIndex={-1} onKeyDown={onKeyDown} data-calendar>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={calendarText.weekdays[weekday]}>
              {calendarText.weekdays[weekday]?.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, weekIndex) => (
          // oxlint-disable-next-line react/no-array-index-key -- a week is identified by its position
          <tr key={weekIndex}>
            {week.map((day, index) => {
              // oxlint-disable-next-line react/no-array-index-key -- an empty cell
              if (day === null) return <td key={`none-${index}`} aria-hidden />;
              const count = countOf(day);
              const date = dateIn(month, day);
              const dayName = formatLocalDate(date, "dddd, MMMM D, YYYY");
              return (
                <td key={day} aria-current={date === today ? "date" : undefined}>
                  <Link
                    className={count === 0 ? styles.day : styles.withEntries}
                    to={count === 0 ? newEntryPath(journalId, date) : dayPath(journalId, date)}
                    data-day={day}
                    tabIndex={day === tabbableDay ? 0 : -1}
                    aria-label={
                      count === 0 ? calendarText.emptyDay(dayName) : calendarText.day(dayName, count)
                    }
                    onFocus={() => setFocusedDay(day)}
                  >
                    {day}
                    {count > 0 && <Dots count={count} />}
                  </Link>
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
