import { Link, useNavigate } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { emailRule } from "../../shared/form-rules.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { BotCheckField, useBotCheck } from "../../shared/ui/bot-check.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { AuthForm, AuthPage, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { showUnknownEmailAtField } from "./unknown-email.ts";
import { recoveryText } from "./recovery-text.ts";

const labels = recoveryText.forgot;

/** `/app/forgot-password`: asks for the e-mail address that gets the code. */
export function ForgotPasswordPage() {
  usePageTitle(labels.title);
  const { api } = useServices();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const botCheck = useBotCheck();
  const form = useCheckedForm({ email: emailRule }, async (fields) => {
    const email = textOf(fields, "email").trim();
    const result = await botCheck.pass((extra, options) =>
      api.call("forgotPassword", { body: { email, ...extra } }, options),
    );
    if (!result.ok) return showUnknownEmailAtField(result);
    if (isOnPage()) await navigate("/app/forgot-password-confirmation", { state: { sentTo: email } });
    return null;
  });
  return (
    <AuthPage heading={labels.heading} lead={labels.lead}>
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
        <BotCheckField check={botCheck} />
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? labels.busy : labels.submit}
        </Button>
      </AuthForm>
      <OtherLinks>
        <p>
          <Link to="/app/forgot-password-confirmation">{labels.haveCode}</Link>
        </p>
        <p>
          <Link to="/app/request-login-link">{labels.link}</Link>
        </p>
        <p>
          <Link to="/app/login">{recoveryText.backToLogin}</Link>
        </p>
      </OtherLinks>
    </AuthPage>
  );
}
