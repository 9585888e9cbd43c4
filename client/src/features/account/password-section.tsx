import { product } from "@daybook/domain/contract/bounds";
import { useSelector } from "@xstate/react";
import { useEffect, useState } from "react";
import { useServices } from "../../shared/services.ts";
import { replaceSession } from "../../shared/session/refresh-session.ts";
import { Button } from "../../shared/ui/button.tsx";
import { PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { textOf, useFormAction } from "../../shared/ui/use-form-action.ts";
import { accountText } from "./account-text.ts";
import styles from "../../shared/ui/forms.module.css";
import { Section } from "./section.tsx";

const labels = accountText.password;

/** Changes the password. This ends all other sessions. */
export function PasswordSection({ onChanged }: { onChanged: () => void }) {
  const { api, sessionActor } = useServices();
  const email = useSelector(sessionActor, (state) => state.context.session?.user.email ?? "");
  const toasts = useToasts();
  const [changeCount, setChangeCount] = useState(0);
  const { form, failure, busy, onSubmit, error } = useFormAction(async (fields) => {
    const result = await api.call("changePassword", {
      body: {
        current_password: textOf(fields, "current_password"),
        new_password: textOf(fields, "new_password"),
        retype_password: textOf(fields, "retype_password"),
        client: product.client,
      },
    });
    if (!result.ok) return result;
    replaceSession({ sessionActor }, result.data);
    setChangeCount((count) => count + 1);
    onChanged();
    toasts.show(labels.done);
    return null;
  });
  useEffect(() => {
    if (changeCount > 0) form.current?.reset();
  }, [form, changeCount]);

  return (
    <Section title={labels.title} lead={labels.lead}>
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        {failure && !failure.fields && <Notice tone="failure">{failure.message}</Notice>}
        {/* Password managers look for the account name. */}
        <input hidden type="email" name="username" autoComplete="username" value={email} readOnly />
        <PasswordField
          label={labels.current}
          name="current_password"
          autoComplete="current-password"
          error={error("current_password")}
        />
        <PasswordField
          label={labels.newPassword}
          name="new_password"
          autoComplete="new-password"
          hint={labels.newPasswordHint}
          error={error("new_password")}
        />
        <PasswordField
          label={labels.retype}
          name="retype_password"
          autoComplete="new-password"
          error={error("retype_password")}
        />
        <Button type="submit" busy={busy}>
          {labels.submit}
        </Button>
      </form>
    </Section>
  );
}
