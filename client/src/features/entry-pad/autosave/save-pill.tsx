import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { connection } from "../../../shared/connection.ts";
import { Button } from "../../../shared/ui/button.tsx";
import { classNames } from "../../../shared/ui/class-names.ts";
import { padText } from "../pad-text.ts";
import type { PadSnapshot } from "../session/pad-session.ts";
import styles from "./save-pill.module.css";
import { type SaveStatusAction, saveStatus } from "./save-status.ts";

/** The text for screen readers: announces problems and the first save after a problem, but not every save. */
function useAnnouncement(text: string, isProblem: boolean): string {
  const [announcement, setAnnouncement] = useState("");
  const hadProblem = useRef(false);
  useEffect(() => {
    if (isProblem) {
      hadProblem.current = true;
      setAnnouncement(text);
    } else if (hadProblem.current && text.startsWith(padText.save.saved)) {
      hadProblem.current = false;
      setAnnouncement(padText.save.savedAgain);
    }
  }, [text, isProblem]);
  return announcement;
}

const icons = { ok: Check, waiting: CloudOff, failed: TriangleAlert, quiet: null } as const;

/** The save status, with an action that may fix a problem. */
export function SavePill({
  snapshot,
  onAction,
}: {
  snapshot: PadSnapshot;
  onAction: (action: SaveStatusAction) => void;
}) {
  const isOnline = !useSyncExternalStore(connection.subscribe, connection.isOffline);
  const { text, tone, action } = saveStatus(snapshot, isOnline);
  const announcement = useAnnouncement(text, tone === "failed" || tone === "waiting");
  const Icon = icons[tone];
  return (
    <div className={classNames(styles.pill, styles[tone])}>
      <p className={styles.status} data-save-state={tone}>
        {Icon && <Icon size={16} aria-hidden />}
        {text}
      </p>
      {action && (
        <Button variant="secondary" className={styles.action} onClick={() => onAction(action)}>
          {padText.saveActions[action]}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}
