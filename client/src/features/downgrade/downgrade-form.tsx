import { type FormEvent, useEffect, useRef } from "react";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { Field, PasswordField } from "../../shared/ui/field.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import styles from "./downgrade-page.module.css";
import { downgradeText as labels } from "./downgrade-text.ts";
import { type DowngradeKind, isComplete, type TypedFields } from "./downgrade-values.ts";

/** The errors by field. Only the form for visitors shows errors at its fields. It shows wrong credentials at the password field. */
function fieldErrors(failure: ApiFailure | null, kind: DowngradeKind): Record<string, string> {
  if (!failure || kind !== "loggedOut") return {};
  if (failure.fields) return failure.fields;
  return failure.code === "wrong_credentials" ? { password: failure.message } : {};
}

/**
 * Asks for comments and for the word that confirms the downgrade. Asks a visitor also for e-mail and password.
 *
 * @param isOutcomeUnknown true when the last request may have started the downgrade; then only the same request can be sent again
 * @param keepPath where the link `keepLabel` leads, for users who do not downgrade
 */
export function DowngradeForm({
  kind,
  fields,
  failure,
  busy,
  isOutcomeUnknown,
  keepPath,
  keepLabel,
  onType,
  onSend,
}: {
  kind: DowngradeKind;
  fields: TypedFields;
  failure: ApiFailure | null;
  busy: boolean;
  isOutcomeUnknown: boolean;
  keepPath: string;
  keepLabel: string;
  onType: (fields: Partial<TypedFields>) => void;
  onSend: () => void;
}) {
  const form = useRef<HTMLFormElement>(null);
  const errors = fieldErrors(failure, kind);
  const [wrongField] = Object.keys(errors);
  useEffect(() => {
    const field = wrongField && form.current?.elements.namedItem(wrongField);
    if (field instanceof HTMLElement) field.focus();
  }, [failure, wrongField]);
  const field = (name: keyof TypedFields) => ({
    name,
    value: fields[name],
    error: errors[name],
    readOnly: busy || isOutcomeUnknown,
    onChange: ({ currentTarget }: FormEvent<HTMLInputElement>) => onType({ [name]: currentTarget.value }),
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) onSend();
  };
  const submitLabel = isOutcomeUnknown ? labels.again : labels.submit;
  return (
    <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
      {isOutcomeUnknown && <Notice tone="failure">{labels.unknown}</Notice>}
      {!isOutcomeUnknown && !wrongField && <FormFailure failure={failure && fieldErrorAsMessage(failure)} />}
      {kind === "loggedOut" && (
        <>
          <p>{labels.visitor}</p>
          <Field
            {...field("email")}
            label={commonText.fields.email}
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
          <PasswordField
            {...field("password")}
            label={commonText.fields.password}
            autoComplete="current-password"
          />
        </>
      )}
      <Field {...field("comments")} label={labels.comments} maxLength={2000} autoComplete="off" />
      <Field {...field("word")} label={labels.word} autoComplete="off" spellCheck={false} />
      <div className={styles.actions}>
        <Button type="submit" variant="danger" busy={busy} disabled={!isComplete({ kind, fields })}>
          {busy ? labels.busy : submitLabel}
        </Button>
        <ButtonLink to={keepPath}>{keepLabel}</ButtonLink>
      </div>
    </form>
  );
}

/** Uses the error of a field as the message of the form, because the form of a logged-in user shows no errors at its fields. */
function fieldErrorAsMessage({ fields, ...failure }: ApiFailure): ApiFailure {
  return { ...failure, message: Object.values(fields ?? {})[0] ?? failure.message };
}
