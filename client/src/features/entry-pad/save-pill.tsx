import { Check, CloudOff, TriangleAlert } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { Button } from "../../shared/ui/button.tsx";
import { classNames } from "../../shared/ui/class-names.ts";
import { padCopy } from "./pad-copy.ts";
import type { PadSnapshot } from "./pad-session.ts";
import styles from "./save-pill.module.css";
import { type SaveAct, saveWords } from "./save-words.ts";

function followConnection(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}

/** What is read aloud: trouble when it comes, and that it is over; not every pause in typing. */
function useAnnouncement(text: string, isTrouble: boolean): string {
  const [announcement, setAnnouncement] = useState("");
  const wasTrouble = useRef(false);
  useEffect(() => {
    if (isTrouble) {
      wasTrouble.current = true;
      setAnnouncement(text);
    } else if (wasTrouble.current && text.startsWith(padCopy.save.saved)) {
      wasTrouble.current = false;
      setAnnouncement(padCopy.save.again);
    }
  }, [text, isTrouble]);
  return announcement;
}

const icons = { ok: Check, waiting: CloudOff, failed: TriangleAlert, quiet: null } as const;

/** The state of saving in words, with what can be done about it. */
export function SavePill({ snapshot, onAct }: { snapshot: PadSnapshot; onAct: (act: SaveAct) => void }) {
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine);
  const { text, tone, act } = saveWords(snapshot, isOnline);
  const announcement = useAnnouncement(text, tone === "failed" || tone === "waiting");
  const Icon = icons[tone];
  return (
    <div className={classNames(styles.pill, styles[tone])}>
      <p className={styles.words} data-save-state={tone}>
        {Icon && <Icon size={16} aria-hidden />}
        {text}
      </p>
      {act && (
        <Button variant="secondary" className={styles.act} onClick={() => onAct(act)}>
          {padCopy.acts[act]}
        </Button>
      )}
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </div>
  );
}
