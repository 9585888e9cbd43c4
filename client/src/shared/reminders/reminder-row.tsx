import type { Reminder } from "@daybook/domain/contract/reminders";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { useServices } from "../services.ts";
import { Button } from "../ui/button.tsx";
import styles from "./reminders.module.css";
import { remindersText as labels } from "./reminders-text.ts";
import { type ReminderSettings, upcomingTimesOfReminder } from "./upcoming-times.ts";

const minuteMs = 60_000;

/** The current time in milliseconds since 1970, renewed every minute. */
function useNow(): number {
  const { clock } = useServices();
  const [now, setNow] = useState(clock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), minuteMs);
    return () => clearInterval(timer);
  }, [clock]);
  return now;
}

/** A reminder in words, with its next times. After it was stopped, the row stays and offers to undo it. */
export function ReminderRow({
  reminder: listedReminder,
  journalId,
  journalName,
  reminderSettings,
}: {
  reminder: Reminder;
  journalId: number;
  /** given where reminders of several journals are listed together */
  journalName?: string | undefined;
  reminderSettings: ReminderSettings;
}) {
  const { api } = useServices();
  const now = useNow();
  const [isStopped, setIsStopped] = useState(false);
  /**
   * the reminder as the server restored it. The row shows `reminder` instead of `previous`, because restoring without PRO changes a
   * specific time, such as 8:15 pm, to a general time, such as evening
   */
  const [restored, setRestored] = useState<{ previous: Reminder; reminder: Reminder } | null>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const reminder = restored?.previous === listedReminder ? restored.reminder : listedReminder;
  const { id, display_text: text } = reminder;
  const params = { journalId: String(journalId), reminderId: String(id) };

  const stop = async (): Promise<ApiFailure | null> => {
    const result = await api.call("removeReminder", { params });
    if (!result.ok) return result;
    setIsStopped(true);
    return null;
  };
  const undo = async (): Promise<ApiFailure | null> => {
    const result = await api.call("restoreReminder", { params });
    if (!result.ok) return result;
    setRestored({ previous: listedReminder, reminder: result.data.reminder });
    setIsStopped(false);
    return null;
  };
  const stopOrUndo = async () => {
    setFailure(null);
    setBusy(true);
    setFailure(await (isStopped ? undo() : stop()));
    setBusy(false);
  };

  return (
    <li className={styles.reminder} data-stopped={isStopped || undefined}>
      <div>
        {journalName !== undefined && (
          <p className={styles.note}>
            <Link to={`/app/manage-reminders/${journalId}`}>{journalName}</Link>
          </p>
        )}
        <p className={styles.schedule}>{text}</p>
        <p className={styles.note} role="status">
          {isStopped ? labels.stopped : labels.next(upcomingTimesOfReminder(reminder, reminderSettings, now))}
        </p>
        {failure && (
          <p className={styles.error} role="alert">
            {failure.message}
          </p>
        )}
      </div>
      <Button
        busy={busy}
        aria-label={isStopped ? labels.undoOf(text) : labels.stopOf(text)}
        onClick={() => void stopOrUndo()}
      >
        {isStopped ? labels.undo : labels.stop}
      </Button>
    </li>
  );
}
