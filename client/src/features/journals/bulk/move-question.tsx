import type { Journal } from "@daybook/domain/contract/journals";
import { type ComponentProps, useState } from "react";
import type { ApiFailure } from "../../../shared/api-client.ts";
import { hasLock, type JournalLock, PasswordQuestion } from "../password-question.tsx";
import { bulkText } from "./bulk-text.ts";
import { JournalDialog } from "./journal-dialog.tsx";

type MoveQuestionProps = Omit<ComponentProps<typeof JournalDialog>, "onChoose"> & {
  /** the journal that the entries are in now */
  from: JournalLock;
  /** @param password undefined when the journal has no lock; then `onMove` itself shows a failure */
  onMove: (to: Journal, password?: string) => Promise<ApiFailure | null>;
};

/** Asks which journal to move entries to. If they are in a journal with a lock, moving them out of it needs the lock's password. */
export function MoveQuestion({ from, onMove, ...dialog }: MoveQuestionProps) {
  const { open, title, submitLabel, onClose } = dialog;
  const [target, setTarget] = useState<Journal | null>(null);
  const close = () => {
    setTarget(null);
    onClose();
  };
  if (open && target) {
    return (
      <PasswordQuestion
        title={title}
        detail={bulkText.moveNeedsPassword(target.name)}
        submitLabel={submitLabel}
        journal={from}
        onSubmit={(password) => onMove(target, password)}
        onClose={close}
      />
    );
  }
  return (
    <JournalDialog
      {...dialog}
      onChoose={(journal) => {
        if (hasLock(from)) return setTarget(journal);
        onClose();
        void onMove(journal);
      }}
    />
  );
}
