import { useEffect, useState } from "react";
import { Link } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { emailRule } from "../../shared/form-rules.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { AuthForm, AuthPage, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { showUnknownEmailAtField } from "./unknown-email.ts";
import { recoveryText } from "./recovery-text.ts";

const labels = recoveryText.loginLink;

function RequestLinkForm({ onSent }: { onSent: (email: string) => void }) {
  const { api } = useServices();
  const form = useCheckedForm({ email: emailRule }, async (fields) => {
    const email = textOf(fields, "email").trim();
    const result = await api.call("requestLoginLink", { body: { email } });
    if (!result.ok) return showUnknownEmailAtField(result);
    onSent(email);
    return null;
  });
  return (
    <AuthForm checkedForm={form}>
      <Field
        label={commonText.fields.email}
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={form.error("email")}
      />
      <Button type="submit" variant="primary" busy={form.busy}>
        {form.busy ? labels.busy : labels.submit}
      </Button>
    </AuthForm>
  );
}

/** `/app/request-login-link`: requests a login link by e-mail. */
export function RequestLoginLinkPage() {
  usePageTitle(labels.title);
  const [sentTo, setSentTo] = useState<string | null>(null);
  useEffect(() => {
    if (sentTo === null) return;
    const heading = document.querySelector("h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [sentTo]);
  return (
    <AuthPage
      heading={sentTo === null ? labels.heading : labels.sentHeading}
      lead={sentTo === null ? labels.lead : labels.sent(sentTo)}
    >
      {sentTo === null && <RequestLinkForm onSent={setSentTo} />}
      <OtherLinks>
        {sentTo !== null && (
          <p>
            <Button onClick={() => setSentTo(null)}>{recoveryText.requestAgain}</Button>
          </p>
        )}
        <p>
          <Link to="/app/login">{recoveryText.backToLogin}</Link>
        </p>
      </OtherLinks>
    </AuthPage>
  );
}
