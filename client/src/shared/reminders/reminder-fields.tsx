import { dayOfMonthText } from "@daybook/domain/contract/reminder-text";
import { weekdays } from "@daybook/domain/contract/format-local-date";
import { reminderFrequencies, reminderTimes } from "@daybook/domain/contract/reminder-values";
import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { AboutPro } from "../ui/about-pro.tsx";
import { type ReminderForm, selectorsFor } from "./reminder-form.ts";
import styles from "./reminders.module.css";
import { remindersText } from "./reminders-text.ts";

const labels = remindersText.form;

const frequencies = [...reminderFrequencies, "never"] as const;
/** The week begins with Monday, as 1; Sunday is 0. */
const weekdayOrder = [1, 2, 3, 4, 5, 6, 0];
const integersFrom = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const daysOfMonth = integersFrom(1, 31);
const hours = [12, ...integersFrom(1, 11)];
const minutes = integersFrom(0, 59);
/** A reminder on a later day than this is sent on the last day of shorter months. */
const daysInShortestMonth = 28;

function Choice({
  label,
  noteId,
  children,
  ...select
}: { label: string; noteId?: string; children: ReactNode } & Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "id"
>) {
  const id = useId();
  return (
    <div className={styles.choice}>
      <label htmlFor={id}>{label}</label>
      <select id={id} aria-describedby={noteId} {...select}>
        {children}
      </select>
    </div>
  );
}

/** The selectors of a reminder. Which ones are shown depends on the frequency, the time and the plan. */
export function ReminderFields({
  form,
  isPaid,
  error,
  onChange,
}: {
  form: ReminderForm;
  isPaid: boolean;
  /** what is wrong with the chosen frequency */
  error: string | null;
  onChange: (changes: Partial<ReminderForm>) => void;
}) {
  const id = useId();
  const selectors = selectorsFor(form, isPaid);
  const proNoteId = selectors.time && !isPaid ? `${id}-pro` : undefined;
  const dayNoteId = selectors.day && form.day > daysInShortestMonth ? `${id}-day` : undefined;
  return (
    <>
      <div className={styles.choices}>
        <Choice
          label={labels.frequency}
          name="frequency"
          value={form.frequency}
          aria-invalid={error !== null || undefined}
          {...(error !== null && { noteId: `${id}-error` })}
          onChange={({ target }) => onChange({ frequency: target.value as ReminderForm["frequency"] })}
        >
          {frequencies.map((frequency) => (
            <option key={frequency} value={frequency}>
              {labels.frequencies[frequency]}
            </option>
          ))}
        </Choice>
        {selectors.weekday && (
          <Choice
            label={labels.weekday}
            value={form.weekday}
            onChange={({ target }) => onChange({ weekday: Number(target.value) })}
          >
            {weekdayOrder.map((weekday) => (
              <option key={weekday} value={weekday}>
                {weekdays[weekday]}
              </option>
            ))}
          </Choice>
        )}
        {selectors.day && (
          <Choice
            label={labels.day}
            value={form.day}
            {...(dayNoteId && { noteId: dayNoteId })}
            onChange={({ target }) => onChange({ day: Number(target.value) })}
          >
            {daysOfMonth.map((day) => (
              <option key={day} value={day}>
                {dayOfMonthText(day)}
              </option>
            ))}
          </Choice>
        )}
        {selectors.time && (
          <Choice
            label={labels.time}
            value={form.time}
            {...(proNoteId && { noteId: proNoteId })}
            onChange={({ target }) => onChange({ time: target.value as ReminderForm["time"] })}
          >
            {reminderTimes.map((time) => {
              const isDisabled = time === "specific" && !isPaid;
              return (
                <option key={time} value={time} disabled={isDisabled}>
                  {isDisabled ? labels.specificNeedsPro : labels.times[time]}
                </option>
              );
            })}
          </Choice>
        )}
        {selectors.clock && (
          <div className={styles.clock}>
            <Choice
              label={labels.hour}
              value={form.hour}
              onChange={({ target }) => onChange({ hour: Number(target.value) })}
            >
              {hours.map((hour) => (
                <option key={hour}>{hour}</option>
              ))}
            </Choice>
            <Choice
              label={labels.minute}
              value={form.minute}
              onChange={({ target }) => onChange({ minute: Number(target.value) })}
            >
              {minutes.map((minute) => (
                <option key={minute} value={minute}>
                  {String(minute).padStart(2, "0")}
                </option>
              ))}
            </Choice>
            <Choice
              label={labels.amPm}
              value={form.amPm}
              onChange={({ target }) => onChange({ amPm: target.value as ReminderForm["amPm"] })}
            >
              <option>am</option>
              <option>pm</option>
            </Choice>
          </div>
        )}
      </div>
      {error !== null && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
      {dayNoteId && (
        <p className={styles.note} id={dayNoteId}>
          {labels.lastDay}
        </p>
      )}
      {proNoteId && (
        <p className={styles.note} id={proNoteId}>
          {labels.needsPro} <AboutPro source="reminder_time" />
        </p>
      )}
    </>
  );
}
