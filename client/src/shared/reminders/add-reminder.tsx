import type { NewReminder } from "@daybook/domain/contract/reminders";
import { reminderText } from "@daybook/domain/reminder/display-text";
import { dayNumberAt, localDateOf } from "@daybook/domain/reminder/wall-clock";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import type { ApiFailure } from "../api-client.ts";
import { useServices } from "../services.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { initialReminderForm, newReminderOf, type ReminderForm, ruleOf } from "./reminder-form.ts";
import { ReminderFields } from "./reminder-fields.tsx";
import styles from "./reminders.module.css";
import { remindersText } from "./reminders-text.ts";
import { type ReminderSettings, upcomingTimesOfRule } from "./upcoming-times.ts";

const labels = remindersText.form;

/** The form of a new reminder, with its schedule in words and its next three times. */
export function AddReminder({
  reminderSettings,
  add,
  onCancel,
}: {
  reminderSettings: ReminderSettings;
  /** adds the reminder; returns why that failed, or null */
  add: (body: NewReminder) => Promise<ApiFailure | null>;
  onCancel: () => void;
}) {
  const { clock } = useServices();
  const id = useId();
  const [form, setForm] = useState<ReminderForm>(initialReminderForm);
  const [error, setError] = useState<string | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [busy, setBusy] = useState(false);
  const formElement = useRef<HTMLFormElement>(null);
  const { isPaid, zone } = reminderSettings;
  const now = clock.now();
  const rule = ruleOf(form, isPaid, localDateOf(dayNumberAt(zone, now)));
  const times = rule ? upcomingTimesOfRule(rule, reminderSettings, now) : [];

  useEffect(() => formElement.current?.querySelector("select")?.focus(), []);

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    if (!rule) {
      setError(labels.missing);
      formElement.current?.querySelector("select")?.focus();
      return;
    }
    setFailure(null);
    setBusy(true);
    const newFailure = await add(newReminderOf(rule));
    setBusy(false);
    setFailure(newFailure);
  };

  return (
    <form
      className={styles.form}
      ref={formElement}
      aria-labelledby={id}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      <h2 className={styles.formTitle} id={id}>
        {labels.title}
      </h2>
      <ReminderFields
        form={form}
        isPaid={isPaid}
        error={error}
        onChange={(changes) => {
          setError(null);
          setForm((current) => ({ ...current, ...changes }));
        }}
      />
      <output className={styles.preview}>
        <span className={styles.sentence}>{rule ? reminderText(rule, isPaid) : labels.never}</span>
        {times.length > 0 && (
          <>
            <span className={styles.note}>{labels.upcoming}</span>
            <span className={styles.times}>
              {times.map(({ day, time }) => (
                <span key={day}>{labels.at(day, time)}</span>
              ))}
            </span>
          </>
        )}
      </output>
      {failure && <Notice tone="failure">{Object.values(failure.fields ?? {})[0] ?? failure.message}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" variant="primary" busy={busy}>
          {labels.submit}
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          {labels.cancel}
        </Button>
      </div>
    </form>
  );
}
