import type { Journal } from "@daybook/domain/contract/journals";
import { observer } from "mobx-react-lite";
import { useEffect, useState } from "react";
import { bounds } from "@daybook/domain/contract/bounds";
import { commonText } from "../../../shared/common-text.ts";
import { AboutPro } from "../../../shared/ui/about-pro.tsx";
import { Button } from "../../../shared/ui/button.tsx";
import { DialogActions } from "../../../shared/ui/dialog-actions.tsx";
import { Dialog } from "../../../shared/ui/lazy-dialogs.tsx";
import { Field } from "../../../shared/ui/field.tsx";
import { Notice } from "../../../shared/ui/notice.tsx";
import { textOf, useFormAction } from "../../../shared/ui/use-form-action.ts";
import { useCanCreateJournal } from "../use-can-create-journal.ts";
import { Skeleton } from "../../../shared/ui/skeleton.tsx";
import { bulkText } from "./bulk-text.ts";
import styles from "./journal-dialog.module.css";
import { useStores } from "../../../stores/use-stores.ts";

type JournalDialogProps = {
  open: boolean;
  title: string;
  lead: string;
  submitLabel: string;
  /** the journal that the entries are in now */
  currentJournalId: number;
  onChoose: (journal: Journal) => void;
  onClose: () => void;
};

/**
 * Asks for the name of a new journal and creates it, for a user who has only the current journal.
 *
 * @param onCreating called with true before the journal is created, and with false after a failure
 */
function NewJournalForm({
  submitLabel,
  onChoose,
  onClose,
  onCreating,
}: JournalDialogProps & { onCreating: (isCreating: boolean) => void }) {
  const { journals } = useStores();
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    onCreating(true);
    const result = await journals.create(textOf(fields, "name"));
    if (!result.ok) {
      onCreating(false);
      return result;
    }
    // The user may have closed the dialog in the meantime.
    if (form.current) onChoose(result.data.journal);
    return null;
  });
  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      <p>{bulkText.noOtherJournal}</p>
      {failure && !failure.fields && <Notice tone="failure">{failure.message}</Notice>}
      <Field
        label={commonText.fields.journalName}
        name="name"
        autoComplete="off"
        maxLength={bounds.journalName}
        error={error("name")}
      />
      <DialogActions>
        <Button onClick={onClose}>{commonText.actions.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

const JournalChoice = observer(function JournalChoice(props: JournalDialogProps) {
  const { submitLabel, currentJournalId, onChoose, onClose } = props;
  const canCreate = useCanCreateJournal();
  const { journals } = useStores();
  const [chosenId, setChosenId] = useState<number | null>(null);
  const [isCreating, setIsCreating] = useState(false);
  const [failureMessage, setFailureMessage] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void journals.load({ signal: controller.signal }).then((result) => {
      if (!result.ok && !controller.signal.aborted) setFailureMessage(result.message);
    });
    return () => controller.abort();
  }, [journals]);
  const otherJournals = journals.all?.filter(({ id }) => id !== currentJournalId);
  const chosenJournal = otherJournals?.find(({ id }) => id === chosenId) ?? otherJournals?.[0];
  if (!otherJournals)
    return failureMessage ? <Notice tone="failure">{failureMessage}</Notice> : <Skeleton lines={3} />;
  // The store has the new journal before the form calls `onChoose`. Without `isCreating`, the form would disappear in between.
  if (isCreating || (otherJournals.length === 0 && canCreate))
    return <NewJournalForm {...props} onCreating={setIsCreating} />;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosenJournal) onChoose(chosenJournal);
      }}
    >
      {otherJournals.length === 0 && (
        <p>
          {bulkText.freeHasOneJournal} <AboutPro source="move_entries" />
        </p>
      )}
      {otherJournals.length > 0 && (
        <fieldset className={styles.journals}>
          <legend className="visually-hidden">{bulkText.targetJournal}</legend>
          {otherJournals.map(({ id, name }) => (
            <label key={id} className={styles.journal}>
              <input
                type="radio"
                name="journal"
                checked={id === chosenJournal?.id}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the journals may arrive after the dialog opened
                autoFocus={id === chosenJournal?.id}
                onChange={() => setChosenId(id)}
              />
              <span>{name}</span>
            </label>
          ))}
        </fieldset>
      )}
      <DialogActions>
        <Button onClick={onClose}>{commonText.actions.cancel}</Button>
        {chosenJournal && (
          <Button type="submit" variant="primary">
            {submitLabel}
          </Button>
        )}
      </DialogActions>
    </form>
  );
});

/** Asks for a journal other than the current one. */
export function JournalDialog(props: JournalDialogProps) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={props.title} description={props.lead}>
      <JournalChoice {...props} />
    </Dialog>
  );
}
