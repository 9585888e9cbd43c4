import type { Journal } from "@daybook/domain/contract/journals";
import { Sheet } from "../ui/sheet.tsx";
import { RemindersPanel } from "./reminders-panel.tsx";
import { remindersText as words } from "./reminders-text.ts";

/** The reminders of a journal in a sheet. */
export function RemindersSheet({ journal, onClose }: { journal: Journal; onClose: () => void }) {
  return (
    <Sheet open onClose={onClose} title={words.sheetTitle(journal.name)} description={words.lead}>
      <RemindersPanel journalId={journal.id} />
    </Sheet>
  );
}
