import { ArrowLeft, History, Star, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { lastListPath } from "../../../shared/last-list.ts";
import { IconButton } from "../../../shared/ui/icon-button.tsx";
import styles from "./pad-bar.module.css";
import { padText } from "../pad-text.ts";
import type { PadSnapshot } from "../session/pad-session.ts";
import { SavePill } from "../autosave/save-pill.tsx";
import type { SaveStatusAction } from "../autosave/save-status.ts";
import { Maximize, Minimize } from "../toolbar/tool-icons.ts";
import { useStores } from "../../../stores/use-stores.ts";

/** The bar above the page: back link, save status, and the actions on the entry. */
export const PadBar = observer(function PadBar({
  journalId,
  snapshot,
  isTrashed,
  isFocusMode,
  entryMenu,
  onToggleFocusMode,
  onStatusAction,
  onToggleStar,
  onOpenHistory,
  onTrash,
}: {
  journalId: number;
  snapshot: PadSnapshot;
  isTrashed: boolean;
  /** in focus mode, the bar shows only the save status and the button that leaves focus mode */
  isFocusMode: boolean;
  onToggleFocusMode: () => void;
  entryMenu?: ReactNode;
  onStatusAction: (action: SaveStatusAction) => void;
  onToggleStar: () => void;
  /** `null` when the pad has no history; then the bar has no history button */
  onOpenHistory: (() => void) | null;
  onTrash: () => void;
}) {
  const { journals } = useStores();
  const journalName = journals.find(journalId)?.name;
  const { saved, writing } = snapshot.context;
  const focusModeButton = (
    <IconButton label={isFocusMode ? padText.leaveFocusMode : padText.focusMode} onClick={onToggleFocusMode}>
      {isFocusMode ? <Minimize size={18} aria-hidden /> : <Maximize size={18} aria-hidden />}
    </IconButton>
  );
  if (isFocusMode) {
    return (
      <div className={styles.bar} data-focus-mode data-no-print>
        <SavePill snapshot={snapshot} onAction={onStatusAction} />
        {focusModeButton}
      </div>
    );
  }
  return (
    <div className={styles.bar} data-no-print>
      <Link className={styles.back} to={lastListPath(journalId)}>
        <ArrowLeft size={16} aria-hidden />
        <span>{journalName ?? padText.backToJournal}</span>
      </Link>
      <SavePill snapshot={snapshot} onAction={onStatusAction} />
      <div className={styles.actions}>
        {!isTrashed && (
          <IconButton
            label={writing.starred ? padText.unstar : padText.star}
            aria-pressed={writing.starred}
            onClick={onToggleStar}
          >
            <Star size={18} fill={writing.starred ? "currentColor" : "none"} aria-hidden />
          </IconButton>
        )}
        {saved && onOpenHistory && (
          <IconButton label={padText.history} onClick={onOpenHistory}>
            <History size={18} aria-hidden />
          </IconButton>
        )}
        {saved && !isTrashed && (
          <IconButton label={padText.trash} onClick={onTrash}>
            <Trash2 size={18} aria-hidden />
          </IconButton>
        )}
        {focusModeButton}
        {entryMenu}
      </div>
    </div>
  );
});
