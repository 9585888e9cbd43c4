import type { NewReminder } from "@daybook/domain/contract/reminders";
import { useCallback, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { useServices } from "../services.ts";
import { Button } from "../ui/button.tsx";
import { LoadFailure } from "../ui/load-failure.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { useFetched } from "../use-fetched.ts";
import { AddReminder } from "./add-reminder.tsx";
import { ReminderRow } from "./reminder-row.tsx";
import styles from "./reminders.module.css";
import { remindersText as labels } from "./reminders-text.ts";
import { useReminderSettings } from "./use-reminder-settings.ts";

/**
 * Says which time zone the reminders use, and links to the page that changes the zone. Phones and tablets have no such page, so there
 * is no link when `isMobile` is true.
 */
function ZoneNote({ zone }: { zone: string }) {
  const { isMobile } = useServices();
  return (
    <p className={styles.note}>
      {labels.zone(zone.replaceAll("_", " "))}{" "}
      {!isMobile && <Link to="/app/account">{labels.changeZone}</Link>}
    </p>
  );
}

/** The reminders of a journal: the list, a button that stops each, and the form of a new one. */
export function RemindersPanel({ journalId }: { journalId: number }) {
  const { api, settings } = useServices();
  const reminderSettings = useReminderSettings();
  const params = { journalId: String(journalId) };
  const { data, failure, busy, reload, put } = useFetched("listReminders", { params });
  const [settingsFailure, setSettingsFailure] = useState<ApiFailure | null>(null);
  const [isAdding, setIsAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const wasAdding = useRef(false);

  const loadSettings = useCallback(async () => {
    const result = await settings.load();
    setSettingsFailure(result.ok ? null : result);
  }, [settings]);
  useEffect(() => void loadSettings(), [loadSettings]);
  useEffect(() => {
    if (wasAdding.current && !isAdding) addButton.current?.focus();
    wasAdding.current = isAdding;
  }, [isAdding]);

  if (!data || !reminderSettings) {
    const loadFailure = failure ?? settingsFailure;
    const retry = () => {
      reload();
      void loadSettings();
    };
    return loadFailure ? (
      <LoadFailure failure={loadFailure} busy={busy} onRetry={retry} />
    ) : (
      <Skeleton lines={3} />
    );
  }
  const { reminders } = data;
  const add = async (body: NewReminder): Promise<ApiFailure | null> => {
    const result = await api.call("addReminder", { params, body });
    if (!result.ok) return result;
    put({ reminders: [...reminders, result.data] });
    setIsAdding(false);
    return null;
  };
  return (
    <div className={styles.panel}>
      {failure && <LoadFailure failure={failure} busy={busy} onRetry={reload} />}
      {reminders.length === 0 && !isAdding && <p className={styles.empty}>{labels.empty}</p>}
      {reminders.length > 0 && (
        <ul className={styles.reminders}>
          {reminders.map(({ reminder }) => (
            <ReminderRow
              key={reminder.id}
              reminder={reminder}
              journalId={journalId}
              reminderSettings={reminderSettings}
            />
          ))}
        </ul>
      )}
      {isAdding && (
        <AddReminder reminderSettings={reminderSettings} add={add} onCancel={() => setIsAdding(false)} />
      )}
      {!isAdding && (
        <Button className={styles.add} ref={addButton} onClick={() => setIsAdding(true)}>
          {labels.add}
        </Button>
      )}
      <ZoneNote zone={reminderSettings.zone} />
    </div>
  );
}
