import { Link, useSearchParams } from "react-router";
import { product } from "@daybook/domain/contract/bounds";
import { copy } from "../../shared/copy.ts";
import { loginPath } from "../../shared/own-path.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Checkbox, Field, PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { textOf, useFormAct } from "../../shared/ui/use-form-act.ts";
import { EntrancePage } from "./entrance-page.tsx";
import styles from "./entrance-page.module.css";

/** `/app/signup`: verifies the new person first, then makes the free account and its first journal. */
export function SignupPage() {
  usePageTitle(copy.signup.title);
  const { api, sessionActor } = useServices();
  const [query] = useSearchParams();
  const { form, failure, busy, onSubmit, error } = useFormAct(async (fields) => {
    const body = {
      first_name: textOf(fields, "first_name"),
      last_name: textOf(fields, "last_name"),
      email: textOf(fields, "email"),
      password: textOf(fields, "password"),
      retype_password: textOf(fields, "retype_password"),
      receive_marketing_emails: fields.has("receive_marketing_emails"),
      client: product.client,
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    };
    const verified = await api.call("verifyNew", { body });
    if (!verified.ok) return verified;
    const result = await api.call("freeSignup", { body });
    if (!result.ok) return result;
    sessionActor.send({ type: "session.opened", session: result.data });
    return null;
  });

  return (
    <EntrancePage heading={copy.signup.heading} lead={copy.signup.lead}>
      {failure && !failure.fields && <Notice tone="failure">{failure.message}</Notice>}
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
        <div className={styles.pair}>
          <Field
            label={copy.fields.firstName}
            name="first_name"
            autoComplete="given-name"
            error={error("first_name")}
          />
          <Field
            label={copy.fields.lastName}
            name="last_name"
            autoComplete="family-name"
            hint={copy.fields.lastNameHint}
            error={error("last_name")}
          />
        </div>
        <Field
          label={copy.fields.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={error("email")}
        />
        <PasswordField
          label={copy.fields.password}
          name="password"
          autoComplete="new-password"
          hint={copy.fields.passwordHint}
          error={error("password")}
        />
        <PasswordField
          label={copy.fields.retypePassword}
          name="retype_password"
          autoComplete="new-password"
          error={error("retype_password")}
        />
        <Checkbox label={copy.signup.marketing} name="receive_marketing_emails" />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? copy.signup.busy : copy.signup.submit}
        </Button>
      </form>
      <p className={styles.other}>
        {copy.signup.haveAccount} <Link to={loginPath(query.get("after_login"))}>{copy.signup.logIn}</Link>
      </p>
    </EntrancePage>
  );
}
