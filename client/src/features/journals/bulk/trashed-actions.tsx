import { RotateCcw, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import styles from "./bulk-bar.module.css";
import { bulkText } from "./bulk-text.ts";
import { EraseQuestion } from "./erase-question.tsx";
import { type BulkProps, entrySelectionOf, lastChangeTimeOf } from "./bulk-props.ts";

/** Restores or permanently deletes the selected entries. */
export const TrashedActions = observer(function TrashedActions({ page, selection, actions }: BulkProps) {
  const [isAsking, setIsAsking] = useState(false);
  const { count } = selection;
  return (
    <>
      <Button
        variant="quiet"
        busy={actions.busy}
        icon={<RotateCcw size={16} aria-hidden />}
        onClick={() => void actions.restore(entrySelectionOf(selection), count)}
      >
        {bulkText.restore}
      </Button>
      <Button
        variant="quiet"
        busy={actions.busy}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => setIsAsking(true)}
      >
        {bulkText.erase}
      </Button>
      <EraseQuestion
        title={bulkText.eraseTitle(count)}
        count={count}
        journal={page.journal}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onErase={(password) => actions.erase(entrySelectionOf(selection), count, password)}
      />
    </>
  );
});

/** Permanently deletes everything that was in the trash of the journal when the page of the list was loaded. */
export const EmptyTrash = observer(function EmptyTrash({ page, actions }: BulkProps) {
  const [isAsking, setIsAsking] = useState(false);
  const count = page.journal.total_trashed_entries;
  return (
    <div className={styles.actions}>
      <Button variant="quiet" busy={actions.busy} onClick={() => setIsAsking(true)}>
        {bulkText.emptyTrash}
      </Button>
      <EraseQuestion
        title={bulkText.emptyTitle(count)}
        count={count}
        journal={page.journal}
        open={isAsking}
        onClose={() => setIsAsking(false)}
        onErase={(password) =>
          actions.erase({ all: "trashed", since: lastChangeTimeOf(page) }, count, password)
        }
      />
    </div>
  );
});
