import { bounds } from "@daybook/domain/contract/bounds";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { textOf, useFormAction } from "../../shared/ui/use-form-action.ts";
import styles from "./dialog-form.module.css";
import { journalsText } from "./journals-text.ts";

type NameDialogProps = {
  open: boolean;
  title: string;
  description?: string;
  submitLabel: string;
  /** the current name */
  name?: string;
  onClose: () => void;
  save: (name: string) => Promise<{ ok: true } | ApiFailure>;
};

function NameForm({ submitLabel, name = "", onClose, save }: NameDialogProps) {
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const result = await save(textOf(fields, "name"));
    if (!result.ok) return result;
    // After Cancel, the form is gone, and another dialog may be open.
    if (form.current) onClose();
    return null;
  });
  const message = failure?.code === "pro_required" ? journalsText.proRequired : failure?.message;
  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      {failure && !failure.fields && <Notice tone="failure">{message}</Notice>}
      <Field
        label={commonText.fields.journalName}
        name="name"
        autoComplete="off"
        defaultValue={name}
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

/** Asks for the name of a new or existing journal. */
export function NameDialog(props: NameDialogProps) {
  const { open, onClose, title, description } = props;
  return (
    <Dialog open={open} onClose={onClose} title={title} {...(description && { description })}>
      <NameForm {...props} />
    </Dialog>
  );
}
