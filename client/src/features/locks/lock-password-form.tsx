import type { ApiFailure } from "../../shared/api-client.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { lockText } from "./lock-text.ts";
import styles from "./lock-dialog.module.css";

const rules = { plain_password: requiredRule(lockText.unlock.missing) };

/** Asks for the password of a lock, to remove the lock or to lock again. */
export function LockPasswordForm({
  lead,
  submitLabel,
  isEncrypted,
  hint,
  onSubmit,
  onBack,
}: {
  lead: string;
  submitLabel: string;
  isEncrypted: boolean;
  hint: string;
  /** returns null on success */
  onSubmit: (password: string) => Promise<ApiFailure | null>;
  onBack: () => void;
}) {
  const { form, failure, busy, handlers, error } = useCheckedForm(rules, (fields) =>
    onSubmit(textOf(fields, "plain_password")),
  );
  return (
    <form className={styles.form} ref={form} {...handlers} noValidate>
      <FormFailure failure={failure} />
      <p className={styles.lead}>{lead}</p>
      <PasswordField
        label={isEncrypted ? lockText.unlock.passwordOrCode : lockText.password}
        name="plain_password"
        autoComplete="off"
        autoFocus
        {...(hint && { hint: `${lockText.unlock.hint}: ${hint}` })}
        error={error("plain_password")}
      />
      <DialogActions>
        <Button onClick={onBack}>{lockText.dialog.back}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {submitLabel}
        </Button>
      </DialogActions>
    </form>
  );
}
