import type { Journal } from "@daybook/domain/contract/journals";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import type { ComponentType } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { type FormRules, requiredRule } from "../../shared/form-rules.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { Dialog } from "../../shared/ui/lazy-dialogs.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { journalsText } from "./journals-text.ts";
import styles from "./dialog-form.module.css";

const labels = journalsText.password;

/** The lock of a journal, whether it is unlocked now or not. */
export type JournalLock = Pick<Journal, "lock_type_id" | "password_hint">;

/** Whether a journal has a lock, even if it is unlocked now. */
export const hasLock = (journal: JournalLock): boolean => journal.lock_type_id !== lockTypes.none;

/** Asks before an action that needs the password of a journal's lock. For a journal without a lock, it asks only for confirmation. */
export function PasswordQuestion(props: {
  title: string;
  detail: string;
  submitLabel: string;
  danger?: boolean;
  journal: JournalLock;
  /** shows more about a failure, above the field */
  Explanation?: ComponentType<{ failure: ApiFailure }>;
  /** @param password undefined when the journal has no lock */
  onSubmit: (password: string | undefined) => Promise<ApiFailure | null>;
  onClose: () => void;
}) {
  const { title, detail, submitLabel, danger = false, journal, Explanation, onSubmit, onClose } = props;
  const needsPassword = hasLock(journal);
  const rules: FormRules = needsPassword ? { plain_password: requiredRule(labels.missing) } : {};
  const { form, failure, busy, handlers, error } = useCheckedForm(rules, async (fields) => {
    const failure = await onSubmit(needsPassword ? textOf(fields, "plain_password") : undefined);
    // After Cancel, the form is gone, and another dialog may be open.
    if (!failure && form.current) onClose();
    return failure;
  });
  return (
    <Dialog open onClose={onClose} title={title} description={detail}>
      <form className={styles.form} ref={form} {...handlers} noValidate>
        <FormFailure failure={failure} />
        {failure && Explanation && <Explanation failure={failure} />}
        {needsPassword && (
          <PasswordField
            label={labels.label}
            name="plain_password"
            autoComplete="off"
            {...(journal.password_hint && { hint: journal.password_hint })}
            error={error("plain_password")}
          />
        )}
        <DialogActions>
          <Button onClick={onClose}>{commonText.actions.cancel}</Button>
          <Button type="submit" variant={danger ? "danger" : "primary"} busy={busy}>
            {submitLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
