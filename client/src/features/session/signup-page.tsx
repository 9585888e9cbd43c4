import { product } from "@daybook/domain/contract/bounds";
import { useRef } from "react";
import { Link, useLocation, useSearchParams } from "react-router";
import { accountFieldsText } from "../../shared/account-fields-text.ts";
import { commonText } from "../../shared/common-text.ts";
import { emailRule, firstNameRule, lastNameRule, newPasswordRules } from "../../shared/form-rules.ts";
import { isProSignup, loginPath, salesPathFrom } from "../../shared/site-paths.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { browserDateFormat } from "../../shared/use-date-format.ts";
import { BotCheckField, useBotCheck } from "../../shared/ui/bot-check.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { AuthForm, AuthPage, FieldPair, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { Checkbox, Field, PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { signupText as labels } from "./signup-text.ts";

const rules = {
  first_name: firstNameRule,
  last_name: lastNameRule,
  email: emailRule,
  ...newPasswordRules,
};

const bodyOf = (fields: FormData) => ({
  first_name: textOf(fields, "first_name"),
  last_name: textOf(fields, "last_name"),
  email: textOf(fields, "email"),
  password: textOf(fields, "password"),
  retype_password: textOf(fields, "retype_password"),
  receive_marketing_emails: fields.has("receive_marketing_emails"),
  client: product.client,
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  date_format: browserDateFormat(),
});

/** Lets the server check the input, then creates the free account and its first journal. */
function useSignup() {
  const { api, sessionActor, analytics } = useServices();
  const botCheck = useBotCheck();
  const verifiedBody = useRef<string | null>(null);
  const form = useCheckedForm(rules, async (fields) => {
    const body = bodyOf(fields);
    // After `freeSignup` got no reply or a 5xx, the account may exist. `verifyNew` would then refuse its address. So the next try with
    // the same input skips `verifyNew`.
    if (verifiedBody.current !== JSON.stringify(body)) {
      const verification = await botCheck.pass((extra, options) =>
        api.call("verifyNew", { body: { ...body, ...extra } }, options),
      );
      if (!verification.ok) return verification;
      verifiedBody.current = JSON.stringify(body);
    }
    const result = await api.call("freeSignup", { body });
    if (!result.ok) {
      if (result.status > 0 && result.status < 500) verifiedBody.current = null;
      return result;
    }
    analytics.track("Sign Up");
    sessionActor.send({ type: "session.opened", session: result.data });
    return null;
  });
  return { botCheck, form };
}

/** `/app/signup` and `/app/signup-pro`: the sign-up form, with a notice when the plans page comes next. */
export function SignupPage() {
  usePageTitle(labels.title);
  const [query] = useSearchParams();
  const location = useLocation();
  const { isMobile } = useServices();
  const { botCheck, form } = useSignup();
  const { error, busy } = form;

  return (
    <AuthPage heading={labels.heading} lead={labels.lead}>
      {isMobile && <Notice>{labels.mobileNotice}</Notice>}
      {isProSignup(location) && (
        <Notice>
          {labels.proNotice} <Link to={salesPathFrom(location.search)}>{labels.comparePlans}</Link>
        </Notice>
      )}
      <AuthForm checkedForm={form}>
        <FieldPair>
          <Field
            label={accountFieldsText.firstName}
            name="first_name"
            autoComplete="given-name"
            error={error("first_name")}
          />
          <Field
            label={accountFieldsText.lastName}
            name="last_name"
            autoComplete="family-name"
            hint={accountFieldsText.lastNameHint}
            error={error("last_name")}
          />
        </FieldPair>
        <Field
          label={commonText.fields.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={error("email")}
        />
        <PasswordField
          label={commonText.fields.password}
          name="password"
          autoComplete="new-password"
          hint={accountFieldsText.passwordHint}
          error={error("password")}
        />
        <PasswordField
          label={accountFieldsText.retypePassword}
          name="retype_password"
          autoComplete="new-password"
          error={error("retype_password")}
        />
        <Checkbox label={labels.marketing} name="receive_marketing_emails" />
        <BotCheckField check={botCheck} />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? labels.busy : labels.submit}
        </Button>
      </AuthForm>
      <OtherLinks>
        <p>
          {labels.haveAccount} <Link to={loginPath(query.get("after_login"))}>{labels.logIn}</Link>
        </p>
      </OtherLinks>
    </AuthPage>
  );
}
