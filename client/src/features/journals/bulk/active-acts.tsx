import { FolderInput, Star, StarOff, Tag, Trash2 } from "lucide-react";
import { observer } from "mobx-react-lite";
import { useState } from "react";
import { useServices } from "../../../shared/services.ts";
import { Button } from "../../../shared/ui/button.tsx";
import styles from "./bulk-bar.module.css";
import { bulkCopy } from "./bulk-copy.ts";
import { JournalDialog } from "./journal-dialog.tsx";
import { TagDialog } from "./tag-dialog.tsx";
import { useMarks } from "./use-marks.ts";
import { type BulkProps, whichOf } from "./which.ts";

/** Which way the stars of what is chosen can go. */
function useStars({ at, selection }: BulkProps): { canStar: boolean; canUnstar: boolean } {
  const { entries } = useServices();
  if (selection.all) return { canStar: at.view !== "starred", canUnstar: true };
  const chosen = [...selection.ids].flatMap((id) => entries.find(id) ?? []);
  return {
    canStar: chosen.some(({ starred }) => !starred),
    canUnstar: chosen.some(({ starred }) => starred),
  };
}

/** Move, tag, star and trash what is chosen. */
export const ActiveActs = observer(function ActiveActs(props: BulkProps) {
  const { at, selection, acts } = props;
  const { starAll, tagAll, progress } = useMarks(at, selection);
  const { canStar, canUnstar } = useStars(props);
  const [asking, setAsking] = useState<"journal" | "tag" | null>(null);
  const { count } = selection;
  const close = () => setAsking(null);
  const busy = acts.busy || progress !== null;
  return (
    <>
      {progress && <output className={styles.progress}>{progress}</output>}
      <Button
        variant="quiet"
        busy={busy}
        icon={<FolderInput size={16} aria-hidden />}
        onClick={() => setAsking("journal")}
      >
        {bulkCopy.move}
      </Button>
      <Button
        variant="quiet"
        busy={busy}
        icon={<Tag size={16} aria-hidden />}
        onClick={() => setAsking("tag")}
      >
        {bulkCopy.tag}
      </Button>
      {canStar && (
        <Button
          variant="quiet"
          busy={busy}
          icon={<Star size={16} aria-hidden />}
          onClick={() => void starAll(true)}
        >
          {bulkCopy.star}
        </Button>
      )}
      {canUnstar && (
        <Button
          variant="quiet"
          busy={busy}
          icon={<StarOff size={16} aria-hidden />}
          onClick={() => void starAll(false)}
        >
          {bulkCopy.unstar}
        </Button>
      )}
      <Button
        variant="quiet"
        busy={busy}
        icon={<Trash2 size={16} aria-hidden />}
        onClick={() => void acts.trash(whichOf(selection), count)}
      >
        {bulkCopy.trash}
      </Button>
      <JournalDialog
        open={asking === "journal"}
        title={bulkCopy.moveTitle(count)}
        lead={bulkCopy.moveLead}
        submitLabel={bulkCopy.move}
        except={at.journalId}
        onClose={close}
        onChoose={(journal) => {
          close();
          void acts.move(whichOf(selection), count, journal);
        }}
      />
      <TagDialog open={asking === "tag"} count={count} onTag={tagAll} onClose={close} />
    </>
  );
});
