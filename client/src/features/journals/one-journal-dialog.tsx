import { commonText } from "../../shared/common-text.ts";
import { openUpgrade } from "../../shared/upgrade.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { journalsText } from "./journals-text.ts";

/** Says that a free account has only one journal, instead of asking for the name of a second one. */
export function OneJournalDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const upgrade = () => {
    onClose();
    openUpgrade("second_journal");
  };
  return (
    <Dialog open={open} onClose={onClose} title={journalsText.create} description={journalsText.onlyOne}>
      <DialogActions>
        <Button onClick={onClose}>{commonText.actions.close}</Button>
        <Button variant="primary" onClick={upgrade}>
          {journalsText.aboutPro}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
