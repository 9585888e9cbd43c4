import { observer } from "mobx-react-lite";
import { type KeyboardEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { formatLocalDate } from "../../../shared/dates.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import { dayPath } from "../list-path.ts";
import { calendarCopy } from "./calendar-copy.ts";
import { dayIn, dayTowards, type Month, weeksOf } from "./month.ts";
import styles from "./month-grid.module.css";

/** As many dots as entries, up to three. */
function Dots({ count }: { count: number }) {
  return (
    <span className={styles.dots} aria-hidden>
      {count > 3 ? count : Array.from({ length: count }, (_, at) => <i key={at} />)}
    </span>
  );
}

/** A month; the days that have entries lead to them. One of them is in the way of Tab, the arrows reach the others. */
export const MonthGrid = observer(function MonthGrid({
  journalId,
  month,
  caption,
  days,
  today,
  onTurn,
}: {
  journalId: number;
  month: Month;
  caption: string;
  days: Readonly<Record<string, number>>;
  /** `YYYY-MM-DD` */
  today: string;
  /** turns to another month, as many later */
  onTurn: (months: number) => void;
}) {
  const grid = useRef<HTMLTableElement>(null);
  const dateFormat = useDateFormat();
  const [current, setCurrent] = useState<number | null>(null);
  // Whoever writes the day before the month begins the week with a Monday.
  const firstWeekday = dateFormat.indexOf("D") < dateFormat.indexOf("M") ? 1 : 0;
  const weekdays = calendarCopy.weekdays.map((_, at) => (at + firstWeekday) % 7);
  const countOf = (day: number): number => days[dayIn(month, day)] ?? 0;
  const weeks = weeksOf(month, firstWeekday);
  const written = weeks.flat().flatMap((day) => (day !== null && countOf(day) > 0 ? [day] : []));
  const reachable = current !== null && written.includes(current) ? current : written[0];

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "PageUp" || event.key === "PageDown") {
      event.preventDefault();
      onTurn((event.key === "PageUp" ? -1 : 1) * (event.shiftKey ? 12 : 1));
      return;
    }
    const to = reachable === undefined ? null : dayTowards(written, reachable, event.key);
    if (to === null) return;
    event.preventDefault();
    setCurrent(to);
    grid.current?.querySelector<HTMLElement>(`[data-day="${to}"]`)?.focus();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- its links are what takes the keys
    <table className={styles.grid} ref={grid} tabIndex={-1} onKeyDown={onKeyDown} data-calendar>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {weekdays.map((weekday) => (
            <th key={weekday} scope="col" abbr={calendarCopy.weekdays[weekday]}>
              {calendarCopy.weekdays[weekday]?.slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week, row) => (
          // oxlint-disable-next-line react/no-array-index-key -- a week is its place in the month
          <tr key={row}>
            {week.map((day, at) => {
              // oxlint-disable-next-line react/no-array-index-key -- a place of no day
              if (day === null) return <td key={`none-${at}`} aria-hidden />;
              const count = countOf(day);
              const date = dayIn(month, day);
              return (
                <td key={day} aria-current={date === today ? "date" : undefined}>
                  {count === 0 ? (
                    <span className={styles.day}>{day}</span>
                  ) : (
                    <Link
                      className={styles.day}
                      to={dayPath(journalId, date)}
                      data-day={day}
                      tabIndex={day === reachable ? 0 : -1}
                      aria-label={calendarCopy.day(formatLocalDate(date, "dddd, MMMM D, YYYY"), count)}
                      onFocus={() => setCurrent(day)}
                    >
                      {day}
                      <Dots count={count} />
                    </Link>
                  )}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
});
