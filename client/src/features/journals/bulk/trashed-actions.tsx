import { RotateCcw, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/lazy-dialogs.tsx";
import styles from "./bulk-bar.module.css";
import { bulkText } from "./bulk-text.ts";
import { type BulkProps, sinceOf, entrySelection } from "./bulk-props.ts";

/** Asks before entries are deleted for good, and says that this cannot be undone. */
function EraseQuestion(props: {
  title: string;
  count: number;
  open: boolean;
  onClose: () => void;
  onErase: () => void;
}) {
  const { title, count, open, onClose, onErase } = props;
  return (
    <Confirm
      open={open}
      title={title}
      detail={bulkText.eraseDetail(count)}
      confirmLabel={bulkText.erase}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        onErase();
      }}
    />
  );
}

/** Restores or permanently deletes the selected entries. */
export const TrashedActions = observer(function TrashedActions({ selection, actions }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const { count } = selection;
  return (
    <>
      <Button
        variant="quiet"
        busy={actions.busy}
        icon={<RotateCcw size={16} aria-hidden />}
        onClick={() => void actions.restore(entrySelection(selection), count)}
      >
        {bulkText.restore}
      </Button>
      <Button
        variant="quiet"
        busy={actions.busy}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {bulkText.erase}
      </Button>
      <EraseQuestion
        title={bulkText.eraseTitle(count)}
        count={count}
        open={asking}
        onClose={() => setAsking(false)}
        onErase={() => void actions.erase(entrySelection(selection), count)}
      />
    </>
  );
});

/** Permanently deletes everything in the trash of the journal. */
export const EmptyTrash = observer(function EmptyTrash({ page, actions }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const count = page.journal.total_trashed_entries;
  return (
    <div className={styles.actions}>
      <Button variant="quiet" busy={actions.busy} onClick={() => setAsking(true)}>
        {bulkText.empty}
      </Button>
      <EraseQuestion
        title={bulkText.emptyTitle(count)}
        count={count}
        open={asking}
        onClose={() => setAsking(false)}
        onErase={() => void actions.erase({ all: "trashed", since: sinceOf(page) }, count)}
      />
    </div>
  );
});
