import type { Journal } from "@daybook/domain/contract/journals";
import { Sheet } from "../ui/sheet.tsx";
import { RemindersPanel } from "./reminders-panel.tsx";
import { remindersText as labels } from "./reminders-text.ts";

/** The reminders of a journal in a sheet. */
export function RemindersSheet({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={labels.sheetTitle(journal.name)} description={labels.lead}>
      <RemindersPanel journalId={journal.id} />
    </Sheet>
  );
}
