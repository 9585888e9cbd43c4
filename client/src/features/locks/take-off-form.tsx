import type { ApiFailure } from "../../shared/api-client.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-act.ts";
import { lockCopy } from "./lock-copy.ts";
import styles from "./lock-dialog.module.css";

const rules = { plain_password: requiredRule(lockCopy.unlock.missing) };

/** Asks for the password before a lock goes for good. */
export function TakeOffForm({
  isEncrypted,
  hint,
  takeOff,
  onBack,
}: {
  isEncrypted: boolean;
  hint: string;
  takeOff: (password: string) => Promise<ApiFailure | null>;
  onBack: () => void;
}) {
  const { form, failure, busy, handlers, error } = useCheckedForm(rules, (fields) =>
    takeOff(textOf(fields, "plain_password")),
  );
  return (
    <form className={styles.form} ref={form} {...handlers} noValidate>
      <FormFailure failure={failure} />
      <p className={styles.lead}>{lockCopy.dialog.takeOffLead}</p>
      <PasswordField
        label={isEncrypted ? lockCopy.unlock.passwordOrCode : lockCopy.password}
        name="plain_password"
        autoComplete="off"
        autoFocus
        {...(hint && { hint: `${lockCopy.unlock.hint}: ${hint}` })}
        error={error("plain_password")}
      />
      <DialogActions>
        <Button onClick={onBack}>{lockCopy.dialog.back}</Button>
        <Button type="submit" variant="primary" busy={busy}>
          {lockCopy.dialog.takeOffSubmit}
        </Button>
      </DialogActions>
    </form>
  );
}
