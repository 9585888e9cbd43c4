import { Link, useNavigate } from "react-router";
import { copy } from "../../shared/copy.ts";
import { emailRule } from "../../shared/form-rules.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { BotCheckField, useBotCheck } from "../../shared/ui/bot-check.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { EntranceForm, EntrancePage, OtherWays } from "../../shared/ui/entrance-page.tsx";
import { Field } from "../../shared/ui/field.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-act.ts";
import { blameEmail } from "./blame-email.ts";
import { recoveryCopy } from "./recovery-copy.ts";

const words = recoveryCopy.forgot;

/** `/app/forgot-password`: asks where the code is to go. */
export function ForgotPasswordPage() {
  usePageTitle(words.title);
  const { api } = useServices();
  const navigate = useNavigate();
  const botCheck = useBotCheck();
  const form = useCheckedForm({ email: emailRule }, async (fields) => {
    const email = textOf(fields, "email").trim();
    const result = await botCheck.pass((extra, options) =>
      api.call("forgotPassword", { body: { email, ...extra } }, options),
    );
    if (!result.ok) return blameEmail(result);
    await navigate("/app/forgot-password-confirmation", { state: { sentTo: email } });
    return null;
  });
  return (
    <EntrancePage heading={words.heading} lead={words.lead}>
      <EntranceForm of={form}>
        <Field
          label={copy.fields.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={form.error("email")}
        />
        <BotCheckField of={botCheck} />
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? words.busy : words.submit}
        </Button>
      </EntranceForm>
      <OtherWays>
        <p>
          <Link to="/app/forgot-password-confirmation">{words.haveCode}</Link>
        </p>
        <p>
          <Link to="/app/request-login-link">{words.link}</Link>
        </p>
        <p>
          <Link to="/app/login">{recoveryCopy.backToLogin}</Link>
        </p>
      </OtherWays>
    </EntrancePage>
  );
}
