import { bounds } from "@daybook/domain/contract/bounds";
import type { ApiFailure } from "../../shared/api-client.ts";
import { copy } from "../../shared/copy.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { textOf, useFormAct } from "../../shared/ui/use-form-act.ts";
import styles from "./name-dialog.module.css";
import { shelfCopy } from "./shelf-copy.ts";

type NameDialogProps = {
  open: boolean;
  title: string;
  description?: string;
  submitLabel: string;
  /** the name so far */
  name?: string;
  onClose: () => void;
  save: (name: string) => Promise<{ ok: true } | ApiFailure>;
};

function NameForm({ submitLabel, name = "", onClose, save }: NameDialogProps) {
  const { form, failure, busy, onSubmit, error } = useFormAct(async (fields) => {
    const result = await save(textOf(fields, "name"));
    if (!result.ok) return result;
    onClose();
    return null;
  });
  const sentence = failure?.code === "pro_required" ? shelfCopy.proRequired : failure?.message;
  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      {failure && !failure.fields && <Notice tone="failure">{sentence}</Notice>}
      <Field
        label={copy.fields.journalName}
        name="name"
        autoComplete="off"
        defaultValue={name}
        maxLength={bounds.journalName}
        error={error("name")}
      />
      <DialogActions>
        <Button onClick={onClose}>{copy.actions.cancel}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}

/** Asks for a journal's name, for a new one or another one. */
export function NameDialog(props: NameDialogProps) {
  const { open, onClose, title, description } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(description && { description })}>
      <NameForm {...props} />
    </Dialog>
  );
}
