import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { dayOfInstant } from "../../../shared/dates.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { addDays, addMonths, partsOf, startOfWeek, weeksOf, hasValidYear } from "./calendar-month.ts";
import styles from "./calendar.module.css";
import { padLazyText } from "../pad-lazy-text.ts";
import { ChevronLeft } from "../toolbar/tool-icons.ts";

const { calendar: labels } = padLazyText;

/**
 * A month calendar to choose a day. Arrow keys move by day and week, Page Up and Page Down by month, with Shift by year, Home
 * and End to the ends of the week. Enter chooses, Escape closes.
 */
export function Calendar({
  chosenDay,
  firstWeekday,
  takesFocus,
  onChoose,
  onClose,
}: {
  /** `YYYY-MM-DD` */
  chosenDay: string;
  /** 0 for Sunday, 1 for Monday */
  firstWeekday: number;
  /** false when an input keeps the focus while the calendar is open */
  takesFocus: boolean;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const [focusedDay, setFocusedDay] = useState(chosenDay);
  const [year, month] = partsOf(focusedDay);
  // The text of the year input while typing; it may not be a valid year yet.
  const [typedYear, setTypedYear] = useState<string | null>(null);
  const [today] = useState(() => dayOfInstant(Date.now()));
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const mustMoveFocus = useRef(takesFocus);

  useEffect(() => setFocusedDay(chosenDay), [chosenDay]);
  useEffect(() => {
    if (!mustMoveFocus.current) return;
    mustMoveFocus.current = false;
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [focusedDay]);

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const dialog = root.current;
    const closeOnEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    dialog?.addEventListener("keydown", closeOnEscape);
    return () => dialog?.removeEventListener("keydown", closeOnEscape);
  }, []);

  const showDay = (day: string, withFocus: boolean) => {
    if (!hasValidYear(day)) return;
    mustMoveFocus.current = withFocus;
    setFocusedDay(day);
  };

  const handleKey = (event: KeyboardEvent) => {
    const months = event.shiftKey ? 12 : 1;
    const dayByKey: Readonly<Record<string, string>> = {
      ArrowLeft: addDays(focusedDay, -1),
      ArrowRight: addDays(focusedDay, 1),
      ArrowUp: addDays(focusedDay, -7),
      ArrowDown: addDays(focusedDay, 7),
      PageUp: addMonths(focusedDay, -months),
      PageDown: addMonths(focusedDay, months),
      Home: startOfWeek(focusedDay, firstWeekday),
      End: addDays(startOfWeek(focusedDay, firstWeekday), 6),
    };
    const day = dayByKey[event.key];
    if (day === undefined) return;
    event.preventDefault();
    showDay(day, true);
  };

  const monthButton = (months: number, label: string, Icon: typeof ChevronRight) => (
    <IconButton label={label} onClick={() => showDay(addMonths(focusedDay, months), false)}>
      <Icon size={18} aria-hidden />
    </IconButton>
  );
  const weeks = weeksOf(focusedDay, firstWeekday);
  const longDate = (day: string) => formatLocalDate(day, "dddd, D MMMM YYYY");

  return (
    <div className={styles.calendar} role="dialog" aria-label={labels.title} tabIndex={-1} ref={root}>
      <div className={styles.head}>
        {monthButton(-1, labels.previousMonth, ChevronLeft)}
        <select
          aria-label={labels.month}
          value={month}
          onChange={(event) => showDay(addMonths(focusedDay, Number(event.target.value) - month), false)}
        >
          {labels.months.map((name, index) => (
            <option key={name} value={index + 1}>
              {name}
            </option>
          ))}
        </select>
        <input
          type="number"
          aria-label={labels.year}
          min={1}
          max={9999}
          value={typedYear ?? year}
          onBlur={() => setTypedYear(null)}
          onChange={(event) => {
            const typedNumber = Number(event.target.value);
            setTypedYear(event.target.value);
            if (typedNumber >= 1)
              showDay(addMonths(focusedDay, (Math.trunc(typedNumber) - year) * 12), false);
          }}
        />
        {monthButton(1, labels.nextMonth, ChevronRight)}
      </div>
      <table aria-label={`${labels.months[month - 1] ?? ""} ${year}`} ref={grid}>
        <thead>
          <tr>
            {weeks[0]?.map((day, index) => {
              const name = labels.weekdays[(firstWeekday + index) % 7] ?? "";
              return (
                <th key={day} scope="col" abbr={name}>
                  {name.slice(0, 2)}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day}>
                  <button
                    type="button"
                    className={styles.day}
                    tabIndex={day === focusedDay ? 0 : -1}
                    aria-label={longDate(day)}
                    aria-current={day === today ? "date" : undefined}
                    aria-pressed={day === chosenDay}
                    onKeyDown={handleKey}
                    data-other-month={partsOf(day)[1] !== month || undefined}
                    disabled={!hasValidYear(day)}
                    onClick={() => onChoose(day)}
                  >
                    {partsOf(day)[2]}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button variant="secondary" onClick={() => onChoose(today)}>
        {labels.today}
      </Button>
      <p className="visually-hidden" aria-live="polite">
        {`${labels.months[month - 1] ?? ""} ${year}`}
      </p>
    </div>
  );
}
