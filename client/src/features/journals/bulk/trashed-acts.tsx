import { RotateCcw, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import { Confirm } from "../../../shared/ui/lazy-dialogs.tsx";
import styles from "./bulk-bar.module.css";
import { bulkCopy } from "./bulk-copy.ts";
import { type BulkProps, momentOf, whichOf } from "./which.ts";

/** Restore what is chosen, or destroy it. */
export const TrashedActs = observer(function TrashedActs({ selection, acts }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const { count } = selection;
  return (
    <>
      <Button
        variant="quiet"
        busy={acts.busy}
        icon={<RotateCcw size={16} aria-hidden />}
        onClick={() => void acts.restore(whichOf(selection), count)}
      >
        {bulkCopy.restore}
      </Button>
      <Button
        variant="quiet"
        busy={acts.busy}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {bulkCopy.erase}
      </Button>
      <Confirm
        open={asking}
        title={bulkCopy.eraseTitle(count)}
        detail={bulkCopy.eraseDetail(count)}
        confirmLabel={bulkCopy.erase}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void acts.erase(whichOf(selection), count);
        }}
      />
    </>
  );
});

/** Destroys everything that is in the trash, and nothing that is not. */
export const EmptyTrash = observer(function EmptyTrash({ page, acts }: BulkProps) {
  const [asking, setAsking] = useState(false);
  const count = page.journal.total_trashed_entries;
  return (
    <div className={styles.acts}>
      <Button variant="quiet" busy={acts.busy} onClick={() => setAsking(true)}>
        {bulkCopy.empty}
      </Button>
      <Confirm
        open={asking}
        title={bulkCopy.emptyTitle(count)}
        detail={bulkCopy.eraseDetail(count)}
        confirmLabel={bulkCopy.erase}
        danger
        onCancel={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false);
          void acts.erase({ all: "trashed", since: momentOf(page) }, count);
        }}
      />
    </div>
  );
});
