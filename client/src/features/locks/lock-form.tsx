import { bounds } from "@daybook/domain/contract/bounds";
import { lockTypes } from "@daybook/domain/contract/lock-types";
import { useSelector } from "@xstate/react";
import { useState } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import type { FormRules } from "../../shared/form-rules.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { DialogActions } from "../../shared/ui/dialog-actions.tsx";
import { Checkbox, Field, PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { KindChoice, type LockKind } from "./kind-choice.tsx";
import type { NewLock } from "../../shared/lock-actions.ts";
import { lockText } from "./lock-text.ts";
import styles from "./lock-dialog.module.css";

const labels = lockText.form;

/** The client checks these rules before it sends the form; the server checks again. */
const rules: FormRules = {
  // The form has this field only when there is a lock already.
  current_password: (value, fields) =>
    fields.has("current_password") && value === "" ? lockText.unlock.missing : null,
  plain_password: (value) => {
    if (value.length < bounds.passwordMin) return labels.problems.short;
    return value.length > bounds.passwordMax ? labels.problems.long : null;
  },
  retype_password: (value, fields) =>
    value === textOf(fields, "plain_password") ? null : labels.problems.differ,
  password_hint: (value, fields) => {
    const password = textOf(fields, "plain_password").toLowerCase();
    if (value.trim() === "") return labels.problems.hintMissing;
    return password !== "" && value.toLowerCase().includes(password)
      ? labels.problems.hintContainsPassword
      : null;
  },
};

/** The lock before the form changes it. */
export type CurrentLock = {
  kind: LockKind;
  hint: string;
  remembersPassword: boolean;
  locksAutomatically: boolean;
};

/** The journal or entry has no lock yet. */
export const noLock: CurrentLock = {
  kind: "none",
  hint: "",
  remembersPassword: false,
  locksAutomatically: false,
};

function EncryptionOptions({
  wantsCode,
  onChange,
}: {
  wantsCode: boolean;
  onChange: (wantsCode: boolean) => void;
}) {
  return (
    <>
      <div className={styles.withNote}>
        <Checkbox
          label={labels.recovery}
          name="recovery"
          checked={wantsCode}
          onChange={({ target }) => onChange(target.checked)}
        />
        <p className={styles.note}>{labels.recoveryNote}</p>
      </div>
      <Notice tone="info">
        <p className={styles.consequence}>{wantsCode ? labels.consequence : labels.consequenceWithoutCode}</p>
      </Notice>
    </>
  );
}

/** The form that sets or changes a lock. */
export function LockForm({
  currentLock,
  kinds,
  lead,
  submitLabel,
  onSet,
  backAction,
}: {
  currentLock: CurrentLock;
  /** the kinds of lock to choose from; a single one is not shown as a choice */
  kinds: readonly LockKind[];
  lead?: string | undefined;
  submitLabel: string;
  /** returns null on success */
  onSet: (lock: NewLock) => Promise<ApiFailure | null>;
  backAction: { label: string; run: () => void };
}) {
  const { sessionActor } = useServices();
  const isPro = useSelector(sessionActor, (state) => state.context.session?.user.is_pro ?? false);
  const [kind, setKind] = useState<LockKind>(kinds.length === 1 && kinds[0] ? kinds[0] : currentLock.kind);
  const [wantsCode, setWantsCode] = useState(true);
  const isEncryption = kind === "encryption";
  const hasLock = currentLock.kind !== "none";
  const { form, failure, busy, handlers, error } = useCheckedForm(rules, (fields) =>
    onSet({
      lock_type: isEncryption ? lockTypes.encryption : lockTypes.password,
      ...(hasLock && { current_password: textOf(fields, "current_password") }),
      plain_password: textOf(fields, "plain_password"),
      retype_password: textOf(fields, "retype_password"),
      password_hint: textOf(fields, "password_hint").trim(),
      auto: fields.has("auto"),
      ...(isEncryption ? { recovery: wantsCode } : { remember_password: fields.has("remember_password") }),
    }),
  );
  return (
    <form className={styles.form} ref={form} {...handlers} noValidate>
      <FormFailure failure={failure} />
      {lead && <p className={styles.lead}>{lead}</p>}
      {kinds.length > 1 && (
        <KindChoice
          kinds={kinds}
          value={kind}
          canEncrypt={isPro || currentLock.kind === "encryption"}
          onChoose={setKind}
        />
      )}
      {kind !== "none" && (
        <>
          {hasLock && (
            <PasswordField
              label={currentLock.kind === "encryption" ? labels.currentOrCode : labels.current}
              name="current_password"
              autoComplete="off"
              error={error("current_password")}
            />
          )}
          <PasswordField
            label={labels.newPassword}
            name="plain_password"
            autoComplete="new-password"
            error={error("plain_password")}
          />
          <PasswordField
            label={labels.retype}
            name="retype_password"
            autoComplete="new-password"
            error={error("retype_password")}
          />
          <Field
            label={labels.hint}
            name="password_hint"
            autoComplete="off"
            defaultValue={currentLock.hint}
            maxLength={bounds.hint}
            hint={labels.hintNote}
            error={error("password_hint")}
          />
          {!isEncryption && (
            <Checkbox
              label={labels.remember}
              name="remember_password"
              defaultChecked={currentLock.remembersPassword}
            />
          )}
          <Checkbox label={labels.auto} name="auto" defaultChecked={currentLock.locksAutomatically} />
          {isEncryption && <EncryptionOptions wantsCode={wantsCode} onChange={setWantsCode} />}
        </>
      )}
      <DialogActions>
        <Button disabled={busy} onClick={backAction.run}>
          {backAction.label}
        </Button>
        {kind !== "none" && (
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel}
          </Button>
        )}
      </DialogActions>
    </form>
  );
}
