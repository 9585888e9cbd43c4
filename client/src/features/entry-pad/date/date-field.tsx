import { formatLocalDate } from "@daybook/domain/contract/format-local-date";
import { CalendarDays } from "lucide-react";
import { observer } from "mobx-react-lite";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { prefetch, whenReachable } from "../../../shared/connection.ts";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import { displayDate } from "../../../shared/display-date.ts";
import { useDateFormat } from "../../../shared/use-date-format.ts";
import styles from "./date-field.module.css";
import { padText } from "../pad-text.ts";
import { dateRange, moveToDay } from "./writing-date.ts";
import type { Writing } from "../autosave/writing.ts";

const loadCalendar = () => import("./calendar.tsx");
const Calendar = lazy(whenReachable(async () => ({ default: (await loadCalendar()).Calendar })));

/**
 * The date of the entry as text, which becomes an input on focus. A click, Alt+Arrow Down or the button opens a calendar next to it.
 * When the journal shows no date, only the button is visible. A journal may also show the date of the last change.
 */
export const DateField = observer(function DateField({
  writing,
  dateMethod,
  modifiedAt,
  readOnly,
  onChange,
}: {
  writing: Writing;
  /** which date the journal shows on its entries */
  dateMethod: string | undefined;
  modifiedAt: string | undefined;
  readOnly: boolean;
  onChange: (change: Pick<Writing, "localDate" | "createdAt">) => void;
}) {
  const dateFormat = useDateFormat();
  const [openedBy, setOpenedBy] = useState<"fieldClick" | "fieldKey" | "button" | null>(null);
  // While a year is typed, the input has intermediate values; each is applied to the original date.
  const writingAtFocus = useRef(writing);
  const root = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  // The input is uncontrolled: while a date is incomplete, the input has no value, and setting a value would erase what was typed.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = writing.localDate;
  }, [writing.localDate]);
  useEffect(() => {
    if (!openedBy) return;
    const closeIfOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpenedBy(null);
    };
    document.addEventListener("pointerdown", closeIfOutside);
    document.addEventListener("focusin", closeIfOutside);
    return () => {
      document.removeEventListener("pointerdown", closeIfOutside);
      document.removeEventListener("focusin", closeIfOutside);
    };
  }, [openedBy]);

  const date = displayDate(
    dateMethod,
    { local_date: writing.localDate, modified_at: modifiedAt ?? "" },
    dateFormat,
  );
  const isHidden = date === null && openedBy === null;
  if (isHidden && readOnly) return null;

  const changeDay = (from: Writing, day: string) => {
    const { localDate, createdAt } = moveToDay(from, day);
    onChange({ localDate, createdAt });
  };
  const close = () => {
    (openedBy !== "button" && date ? field : button).current?.focus();
    setOpenedBy(null);
  };

  return (
    <div className={styles.row} ref={root}>
      <IconButton
        label={isHidden ? padText.date : padText.chooseDay}
        className={styles.button}
        data-labelled={isHidden || undefined}
        aria-haspopup="dialog"
        aria-expanded={openedBy !== null}
        disabled={readOnly}
        ref={button}
        onPointerEnter={() => prefetch(loadCalendar)}
        onClick={() => setOpenedBy(openedBy ? null : "button")}
      >
        <CalendarDays size={16} aria-hidden />
        {isHidden && padText.date}
      </IconButton>
      <div className={styles.date} hidden={isHidden}>
        <span className={styles.text} aria-hidden>
          {formatLocalDate(writing.localDate, dateFormat)}
        </span>
        <input
          type="date"
          className={styles.field}
          aria-label={padText.dateLabel}
          min={dateRange.min}
          max={dateRange.max}
          defaultValue={writing.localDate}
          ref={field}
          readOnly={readOnly}
          onFocus={() => {
            writingAtFocus.current = writing;
          }}
          onBlur={(event) => {
            event.target.value = writing.localDate;
          }}
          onClick={() => !readOnly && setOpenedBy((current) => current ?? "fieldClick")}
          onKeyDown={(event) => {
            if (event.key === "Escape" && openedBy) {
              event.preventDefault();
              // Escape would also leave focus mode.
              event.stopPropagation();
              if (date) setOpenedBy(null);
              else close();
            } else if (!readOnly && event.altKey && event.key === "ArrowDown") {
              event.preventDefault();
              setOpenedBy("fieldKey");
            }
          }}
          onChange={(event) => {
            if (event.target.validity.valid && event.target.value !== "")
              changeDay(writingAtFocus.current, event.target.value);
          }}
        />
      </div>
      {date?.isChange && modifiedAt !== undefined && (
        <p className={styles.changed}>{padText.changed(date.text)}</p>
      )}
      <Suspense>
        {openedBy && (
          <Calendar
            key={openedBy}
            chosenDay={writing.localDate}
            firstWeekday={/M.*D/.test(dateFormat) ? 0 : 1}
            takesFocus={openedBy !== "fieldClick"}
            onClose={close}
            onChoose={(day) => {
              changeDay(writing, day);
              // If the focus returns to the field, the effect above does not set the value of the field.
              if (field.current) field.current.value = day;
              close();
            }}
          />
        )}
      </Suspense>
    </div>
  );
});
