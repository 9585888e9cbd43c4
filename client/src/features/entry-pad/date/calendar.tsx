import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { ChevronRight } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { dayOfInstant } from "../../../shared/dates.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { daysOn, monthsOn, partsOf, startOfWeek, weeksOf, withinYears } from "./calendar-month.ts";
import styles from "./calendar.module.css";
import { padLazyText } from "../pad-lazy-text.ts";
import { ChevronLeft } from "../toolbar/tool-icons.ts";

const { calendar: labels } = padLazyText;

/**
 * A month calendar to choose a day. Arrow keys move by day and week, Page Up and Page Down by month, with Shift by year, Home
 * and End to the ends of the week. Enter chooses, Escape closes.
 */
export function Calendar({
  chosen,
  firstWeekday,
  takesFocus,
  onChoose,
  onClose,
}: {
  /** `YYYY-MM-DD` */
  chosen: string;
  /** 0 for Sunday, 1 for Monday */
  firstWeekday: number;
  /** false when an input keeps the focus while the calendar is open */
  takesFocus: boolean;
  onChoose: (day: string) => void;
  onClose: () => void;
}) {
  const [looking, setLooking] = useState(chosen);
  const [year, month] = partsOf(looking);
  // The value of the year input while typing; it may not be a valid year yet.
  const [typedYear, setTypedYear] = useState<string | null>(null);
  const [today] = useState(() => dayOfInstant(Date.now()));
  const root = useRef<HTMLDivElement>(null);
  const grid = useRef<HTMLTableElement>(null);
  const moves = useRef(takesFocus);

  useEffect(() => setLooking(chosen), [chosen]);
  useEffect(() => {
    if (!moves.current) return;
    moves.current = false;
    grid.current?.querySelector<HTMLElement>("[tabindex='0']")?.focus();
  }, [looking]);

  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const dialog = root.current;
    const handleKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    dialog?.addEventListener("keydown", handleKey);
    return () => dialog?.removeEventListener("keydown", handleKey);
  }, []);

  const showDay = (day: string, withFocus: boolean) => {
    if (!withinYears(day)) return;
    moves.current = withFocus;
    setLooking(day);
  };

  const handleKey = (event: KeyboardEvent) => {
    const months = event.shiftKey ? 12 : 1;
    const next: Readonly<Record<string, string>> = {
      ArrowLeft: daysOn(looking, -1),
      ArrowRight: daysOn(looking, 1),
      ArrowUp: daysOn(looking, -7),
      ArrowDown: daysOn(looking, 7),
      PageUp: monthsOn(looking, -months),
      PageDown: monthsOn(looking, months),
      Home: startOfWeek(looking, firstWeekday),
      End: daysOn(startOfWeek(looking, firstWeekday), 6),
    };
    const day = next[event.key];
    if (day === undefined) return;
    event.preventDefault();
    showDay(day, true);
  };

  const step = (months: number, label: string, Icon: typeof ChevronRight) => (
    <IconButton label={label} onClick={() => showDay(monthsOn(looking, months), false)}>
      <Icon size={18} aria-hidden />
    </IconButton>
  );
  const weeks = weeksOf(looking, firstWeekday);
  const nameOf = (day: string) => formatLocalDate(day, "dddd, D MMMM YYYY");

  return (
    <div className={styles.calendar} role="dialog" aria-label={labels.title} tabIndex={-1} ref={root}>
      <div className={styles.head}>
        {step(-1, labels.before, ChevronLeft)}
        <select
          aria-label={labels.month}
          value={month}
          onChange={(event) => showDay(monthsOn(looking, Number(event.target.value) - month), false)}
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
            if (typedNumber >= 1) showDay(monthsOn(looking, (Math.trunc(typedNumber) - year) * 12), false);
          }}
        />
        {step(1, labels.after, ChevronRight)}
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
                    tabIndex={day === looking ? 0 : -1}
                    aria-label={nameOf(day)}
                    aria-current={day === today ? "date" : undefined}
                    aria-pressed={day === chosen}
                    onKeyDown={handleKey}
                    data-details={partsOf(day)[1] !== month || undefined}
                    disabled={!withinYears(day)}
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
