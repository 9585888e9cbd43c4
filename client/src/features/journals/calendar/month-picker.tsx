import { ChevronLeft, ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { formatMonth } from "../../../shared/dates.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { textOf } from "../../../shared/ui/use-form-action.ts";
import { calendarText } from "./calendar-text.ts";
import { isMonth, type Month, monthAfter } from "./month.ts";
import styles from "./month-picker.module.css";
import type { Calendar } from "./resolve-calendar.ts";

/** The name of a month with its year, such as `January 1660`. */
export const monthName = (month: Month): string => formatMonth(`${month}-01`);

/** The twelve months of the year, each with its number of entries. */
function MonthsOfYear({
  calendar: { month, days },
  path,
}: {
  calendar: Calendar;
  path: (month: Month) => string;
}) {
  const year = month.slice(0, 4);
  const counts = calendarText.months.map(() => 0);
  for (const [day, count] of Object.entries(days)) {
    const monthIndex = Number(day.slice(5, 7)) - 1;
    counts[monthIndex] = (counts[monthIndex] ?? 0) + count;
  }
  return (
    <nav className={styles.months} aria-label={calendarText.monthsLabel(Number(year))}>
      {calendarText.months.map((name, index) => {
        const linkedMonth = `${year}-${String(index + 1).padStart(2, "0")}`;
        return (
          <Link
            key={name}
            to={path(linkedMonth)}
            aria-label={calendarText.month(monthName(linkedMonth), counts[index] ?? 0)}
            aria-current={linkedMonth === month ? "true" : undefined}
            data-empty={counts[index] === 0 || undefined}
          >
            {name}
            <span aria-hidden>{counts[index] || "·"}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** Navigation to other months. */
export function MonthPicker({
  calendar,
  path,
  onShow,
}: {
  calendar: Calendar;
  path: (month: Month) => string;
  onShow: (month: Month) => void;
}) {
  const { month, span } = calendar;
  const [previousMonth, nextMonth] = [monthAfter(month, -1), monthAfter(month, 1)];
  return (
    <div className={styles.picker}>
      <div className={styles.controls}>
        <div className={styles.monthNavigation}>
          {previousMonth && (
            <Link to={path(previousMonth)} aria-label={calendarText.previous(monthName(previousMonth))}>
              <ChevronLeft size={20} aria-hidden />
            </Link>
          )}
          <h2 aria-live="polite">{monthName(month)}</h2>
          {nextMonth && (
            <Link to={path(nextMonth)} aria-label={calendarText.next(monthName(nextMonth))}>
              <ChevronRight size={20} aria-hidden />
            </Link>
          )}
        </div>
        <form
          key={month}
          className={styles.year}
          onSubmit={(event) => {
            event.preventDefault();
            const year = textOf(new FormData(event.currentTarget), "year").padStart(4, "0");
            const chosenMonth = `${year}-${month.slice(5)}`;
            if (isMonth(chosenMonth)) onShow(chosenMonth);
          }}
        >
          <label>
            {calendarText.year}{" "}
            <input
              name="year"
              type="number"
              min={1}
              max={9999}
              required
              defaultValue={Number(month.slice(0, 4))}
            />
          </label>
          <Button type="submit">{calendarText.showYear}</Button>
        </form>
        {span && (
          <p className={styles.entryRange}>
            <Link to={path(span.oldest)}>{calendarText.oldest(monthName(span.oldest))}</Link>
            <Link to={path(span.newest)}>{calendarText.newest(monthName(span.newest))}</Link>
          </p>
        )}
      </div>
      <MonthsOfYear calendar={calendar} path={path} />
    </div>
  );
}
