import { CalendarDays } from "lucide-react";
import { useEffect, useRef } from "react";
import { formatLocalDate } from "../../shared/dates.ts";
import styles from "./date-field.module.css";
import { padCopy } from "./pad-copy.ts";
import { dateRange, putOnDay } from "./page-date.ts";
import type { Writing } from "./writing.ts";

/** The day of the page in words; under the pointer or with the focus, the browser's own date field. */
export function DateField({
  writing,
  readOnly,
  onChange,
}: {
  writing: Writing;
  readOnly: boolean;
  onChange: (change: Pick<Writing, "localDate" | "createdAt">) => void;
}) {
  // While a year is typed the field passes through others; each is counted from where the page was before.
  const before = useRef(writing);
  const field = useRef<HTMLInputElement>(null);
  // Not controlled: a half-typed date is no value yet, and setting one would wipe it from under the fingers.
  useEffect(() => {
    if (field.current && field.current !== document.activeElement) field.current.value = writing.localDate;
  }, [writing.localDate]);
  return (
    <div className={styles.date}>
      <span className={styles.words} aria-hidden>
        <CalendarDays size={16} />
        {formatLocalDate(writing.localDate, "dddd, MMMM D, YYYY")}
      </span>
      <input
        type="date"
        className={styles.field}
        aria-label={padCopy.dateLabel}
        min={dateRange.min}
        max={dateRange.max}
        defaultValue={writing.localDate}
        ref={field}
        readOnly={readOnly}
        onFocus={() => {
          before.current = writing;
        }}
        onBlur={(event) => {
          event.target.value = writing.localDate;
        }}
        onClick={(event) => {
          if (!readOnly) event.currentTarget.showPicker?.();
        }}
        onChange={(event) => {
          if (!event.target.validity.valid || event.target.value === "") return;
          const { localDate, createdAt } = putOnDay(before.current, event.target.value);
          onChange({ localDate, createdAt });
        }}
      />
    </div>
  );
}
