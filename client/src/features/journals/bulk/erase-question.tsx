import type { ApiFailure } from "../../../shared/api-client.ts";
import { Confirm } from "../../../shared/ui/lazy-dialogs.tsx";
import { hasLock, type JournalLock, PasswordQuestion } from "../password-question.tsx";
import { bulkText } from "./bulk-text.ts";

/** Asks before entries are deleted permanently. If their journal has a lock, the deletion needs the lock's password. */
export function EraseQuestion(props: {
  title: string;
  count: number;
  journal: JournalLock;
  open: boolean;
  onClose: () => void;
  /** @param password undefined when the journal has no lock; then `onErase` itself shows a failure */
  onErase: (password?: string) => Promise<ApiFailure | null>;
}) {
  const { title, count, journal, open, onClose, onErase } = props;
  const texts = { title, detail: bulkText.eraseDetail(count) };
  if (open && hasLock(journal)) {
    return (
      <PasswordQuestion
        {...texts}
        submitLabel={bulkText.erase}
        danger
        journal={journal}
        onSubmit={onErase}
        onClose={onClose}
      />
    );
  }
  return (
    <Confirm
      {...texts}
      open={open}
      confirmLabel={bulkText.erase}
      danger
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        void onErase();
      }}
    />
  );
}
