import { momentOf } from "../../shared/dates.ts";
import { useDateFormat } from "../../shared/use-date-format.ts";
import styles from "./countdown-clock.module.css";
import { promosText } from "./promos-text.ts";
import { timeLeftOf, timeLeftText } from "./time-left.ts";

const labels = promosText.page;
const units = ["days", "hours", "minutes", "seconds"] as const;

/** A countdown, and the moment when it ends. Screen readers can read the time left in words, and do not announce every second. */
export function CountdownClock({ endsAt, leftMs }: { endsAt: string; leftMs: number }) {
  const dateFormat = useDateFormat();
  const timeLeft = timeLeftOf(leftMs);
  return (
    <div className={styles.countdown}>
      <div role="timer" aria-label={`${labels.countdown}: ${timeLeftText(leftMs)}`}>
        <div className={styles.units} aria-hidden>
          {units.map((unit) => (
            <span key={unit} className={styles.unit}>
              <span className={styles.number}>{String(timeLeft[unit]).padStart(2, "0")}</span>
              <span className={styles.name}>{labels.units[unit]}</span>
            </span>
          ))}
        </div>
      </div>
      <p className={styles.end}>{labels.ends(momentOf(endsAt, dateFormat))}</p>
    </div>
  );
}
