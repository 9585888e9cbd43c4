import { FolderInput, Star, StarOff, Tag, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { Button } from "../../../shared/ui/button.tsx";
import styles from "./bulk-bar.module.css";
import { bulkText } from "./bulk-text.ts";
import { MoveQuestion } from "./move-question.tsx";
import { TagDialog } from "./tag-dialog.tsx";
import { useTagAndStar } from "./use-tag-and-star.ts";
import { type BulkProps, entrySelectionOf } from "./bulk-props.ts";
import { useStores } from "../../../stores/use-stores.ts";

/** Whether the selected entries can be starred and unstarred. */
function useCanStar({ pageKey, selection }: BulkProps): { canStar: boolean; canUnstar: boolean } {
  const { entries } = useStores();
  if (selection.all) return { canStar: pageKey.view !== "starred", canUnstar: true };
  const selectedEntries = [...selection.ids].flatMap((id) => entries.find(id) ?? []);
  return {
    canStar: selectedEntries.some(({ starred }) => !starred),
    canUnstar: selectedEntries.some(({ starred }) => starred),
  };
}

/** The bulk actions for entries that are not in the trash: move, tag, star, unstar and trash. */
export const ActiveActions = observer(function ActiveActions(props: BulkProps) {
  const { pageKey, page, selection, actions } = props;
  const { starSelected, tagSelected, progress } = useTagAndStar(pageKey, selection);
  const { canStar, canUnstar } = useCanStar(props);
  const [openDialog, setOpenDialog] = useState<"move" | "tag" | null>(null);
  const { count } = selection;
  const close = () => setOpenDialog(null);
  const busy = actions.busy || progress !== null;
  return (
    <>
      {progress && <output className={styles.progress}>{progress}</output>}
      <Button
        variant="quiet"
        busy={busy}
        icon={<FolderInput size={16} aria-hidden />}
        onClick={() => setOpenDialog("move")}
      >
        {bulkText.move}
      </Button>
      <Button
        variant="quiet"
        busy={busy}
        icon={<Tag size={16} aria-hidden />}
        onClick={() => setOpenDialog("tag")}
      >
        {bulkText.tag}
      </Button>
      {canStar && (
        <Button
          variant="quiet"
          busy={busy}
          icon={<Star size={16} aria-hidden />}
          onClick={() => void starSelected(true)}
        >
          {bulkText.star}
        </Button>
      )}
      {canUnstar && (
        <Button
          variant="quiet"
          busy={busy}
          icon={<StarOff size={16} aria-hidden />}
          onClick={() => void starSelected(false)}
        >
          {bulkText.unstar}
        </Button>
      )}
      <Button
        variant="quiet"
        busy={busy}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => void actions.trash(entrySelectionOf(selection), count)}
      >
        {bulkText.trash}
      </Button>
      <MoveQuestion
        open={openDialog === "move"}
        title={bulkText.moveTitle(count)}
        lead={bulkText.moveLead(count)}
        submitLabel={bulkText.move}
        currentJournalId={pageKey.journalId}
        from={page.journal}
        onClose={close}
        onMove={(journal, password) => actions.move(entrySelectionOf(selection), count, journal, password)}
      />
      <TagDialog open={openDialog === "tag"} count={count} onTag={tagSelected} onClose={close} />
    </>
  );
});
