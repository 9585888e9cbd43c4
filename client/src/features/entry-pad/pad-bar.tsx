import { ArrowLeft, History, Star, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { lastListOf } from "../../shared/last-list.ts";
import { useServices } from "../../shared/services.ts";
import { IconButton } from "../../shared/ui/icon-button.tsx";
import styles from "./pad-bar.module.css";
import { padCopy } from "./pad-copy.ts";
import type { PadSnapshot } from "./pad-session.ts";
import { SavePill } from "./save-pill.tsx";
import type { SaveAct } from "./save-words.ts";
import { Maximize, Minimize } from "./tool-icons.ts";

/** The line above the page: the way back, the state of saving, and what can be done with the entry. */
export const PadBar = observer(function PadBar({
  journalId,
  snapshot,
  isTrashed,
  zen,
  acts,
  onZen,
  onAct,
  onStar,
  onHistory,
  onTrash,
}: {
  journalId: number;
  snapshot: PadSnapshot;
  isTrashed: boolean;
  /** only the state of saving is shown, and the way back to everything */
  zen: boolean;
  onZen: () => void;
  /** what can be done with what hangs on the entry */
  acts?: ReactNode;
  onAct: (act: SaveAct) => void;
  onStar: () => void;
  /** left out where there is no history to show */
  onHistory: (() => void) | null;
  onTrash: () => void;
}) {
  const { journals } = useServices();
  const name = journals.find(journalId)?.name;
  const { saved, writing } = snapshot.context;
  const zenButton = (
    <IconButton label={zen ? padCopy.leaveZen : padCopy.zen} onClick={onZen}>
      {zen ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
    </IconButton>
  );
  if (zen) {
    return (
      <div className={styles.bar} data-zen data-no-print>
        <div className={styles.state}>
          <SavePill snapshot={snapshot} onAct={onAct} />
          {zenButton}
        </div>
      </div>
    );
  }
  return (
    <div className={styles.bar} data-no-print>
      <Link className={styles.back} to={lastListOf(journalId)}>
        <ArrowLeft size={16} aria-hidden />
        <span>{name ?? padCopy.backPlain}</span>
      </Link>
      <div className={styles.state}>
        <SavePill snapshot={snapshot} onAct={onAct} />
        {!isTrashed && (
          <IconButton
            label={writing.starred ? padCopy.unstar : padCopy.star}
            aria-pressed={writing.starred}
            onClick={onStar}
          >
            <Star size={18} fill={writing.starred ? "currentColor" : "none"} aria-hidden />
          </IconButton>
        )}
        {saved && onHistory && (
          <IconButton label={padCopy.history} onClick={onHistory}>
            <History size={18} aria-hidden />
          </IconButton>
        )}
        {saved && !isTrashed && (
          <IconButton label={padCopy.trash} onClick={onTrash}>
            <Trash2 size={18} aria-hidden />
          </IconButton>
        )}
        {zenButton}
        {acts}
      </div>
    </div>
  );
});
