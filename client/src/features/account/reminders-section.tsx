import { useEffect, useState } from "react";
import { Link } from "react-router";
import { ReminderRow } from "../../shared/reminders/reminder-row.tsx";
import styles from "../../shared/reminders/reminders.module.css";
import { useReminderSettings } from "../../shared/reminders/use-reminder-settings.ts";
import { useServices } from "../../shared/services.ts";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useFetched } from "../../shared/use-fetched.ts";
import { accountText } from "./account-text.ts";
import { Section } from "./section.tsx";

const labels = accountText.reminders;

/** The reminders of all journals. They can be stopped here. A new one is added in the settings of its journal. */
export function RemindersSection() {
  const { settings } = useServices();
  const reminderSettings = useReminderSettings();
  const zone = reminderSettings?.zone;
  /** the time zone that the server has stored; when it changes, the list is loaded again with the recomputed times */
  const [savedZone, setSavedZone] = useState(zone);
  const reminders = useFetched("listAllReminders", {}, savedZone);
  const journals = useFetched("listJournals", {});
  const failure = reminders.failure ?? journals.failure;
  useEffect(() => {
    void settings.whenReplied().then(() => setSavedZone(zone));
  }, [settings, zone]);

  const loadFailure = failure && (
    <LoadFailure
      failure={failure}
      busy={reminders.busy || journals.busy}
      onRetry={() => {
        reminders.reload();
        journals.reload();
      }}
    />
  );
  if (!reminders.data || !journals.data || !reminderSettings) {
    return (
      <Section title={labels.title} lead={labels.lead}>
        {loadFailure ?? <Skeleton lines={3} />}
      </Section>
    );
  }
  const journalNames = new Map(journals.data.journals.map(({ journal }) => [journal.id, journal.name]));
  const rows = reminders.data.reminders;
  return (
    <Section title={labels.title} lead={labels.lead}>
      {loadFailure}
      {rows.length === 0 && (
        <p>
          {labels.none} <Link to="/journals">{labels.journals}</Link>
        </p>
      )}
      {rows.length > 0 && (
        <ul className={styles.reminders}>
          {rows.map(({ reminder }) => (
            <ReminderRow
              key={reminder.id}
              reminder={reminder}
              journalId={reminder.journal_id}
              journalName={journalNames.get(reminder.journal_id)}
              reminderSettings={reminderSettings}
            />
          ))}
        </ul>
      )}
    </Section>
  );
}
