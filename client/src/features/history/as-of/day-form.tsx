import { useEffect, useId, useState } from "react";
import { Link } from "react-router";
import { dayOfInstant } from "../../../shared/dates.ts";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { textOf } from "../../../shared/ui/use-form-action.ts";
import { asOfText } from "./as-of-text.ts";
import styles from "./as-of-page.module.css";
import { dayBefore, readMoment } from "./moment.ts";

const shortcuts = {
  yesterday: { days: 1 },
  week: { days: 7 },
  month: { months: 1 },
  year: { months: 12 },
} as const;
const shortcutNames = Object.keys(shortcuts) as (keyof typeof shortcuts)[];

/** Asks for a day up to today. It offers the days since the first day of the journal, but also accepts an earlier one. */
export function DayForm({
  day,
  firstDay,
  path,
  onShow,
}: {
  /** `YYYY-MM-DD`; the day that is shown now */
  day: string | undefined;
  /** the day on which the journal was created */
  firstDay: string;
  path: (at: string) => string;
  onShow: (at: string) => void;
}) {
  const { clock } = useServices();
  const now = clock.now();
  const id = useId();
  const [hasError, setHasError] = useState(false);
  useEffect(() => setHasError(false), [day]);
  const offeredShortcuts = shortcutNames.filter((name) => dayBefore(now, shortcuts[name]) >= firstDay);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        const chosenDay = textOf(new FormData(event.currentTarget), "day");
        // Midnight may have passed since the form was rendered.
        const isValid = readMoment(chosenDay) !== null && chosenDay <= dayOfInstant(clock.now());
        setHasError(!isValid);
        if (isValid) onShow(chosenDay);
      }}
    >
      <label htmlFor={id}>{asOfText.day}</label>
      <input
        id={id}
        key={day}
        name="day"
        type="date"
        min={firstDay}
        max={dayOfInstant(now)}
        defaultValue={day ?? dayBefore(now, { days: 1 })}
        aria-invalid={hasError || undefined}
        aria-describedby={hasError ? `${id}-error` : undefined}
      />
      <Button type="submit" variant={day ? "secondary" : "primary"}>
        {asOfText.show}
      </Button>
      {offeredShortcuts.length > 0 && (
        <ul className={styles.shortcuts} aria-label={asOfText.shortcutsLabel}>
          {offeredShortcuts.map((name) => (
            <li key={name}>
              <Link to={path(dayBefore(now, shortcuts[name]))}>{asOfText.shortcuts[name]}</Link>
            </li>
          ))}
        </ul>
      )}
      {hasError && (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {asOfText.invalidDay}
        </p>
      )}
    </form>
  );
}
