import type { Session } from "@daybook/domain/contract/sessions";
import { useState } from "react";
import { flushSync } from "react-dom";
import { Link, useLoaderData, useLocation, useNavigate } from "react-router";
import { expiredAccount } from "../../shared/expired-account.ts";
import { accountFieldsText } from "../../shared/account-fields-text.ts";
import { commonText } from "../../shared/common-text.ts";
import { emailRule, newPasswordRules, requiredRule } from "../../shared/form-rules.ts";
import type { LinkSecrets } from "../../shared/link-secrets.ts";
import { replaceSession } from "../../shared/session/refresh-session.ts";
import { loginPath } from "../../shared/site-paths.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { AuthForm, AuthPage, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { Field, PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useToasts } from "../../shared/ui/toast.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { recoveryText } from "./recovery-text.ts";

const labels = recoveryText.reset;
const rules = {
  email: emailRule,
  code: requiredRule(labels.codeMissing),
  ...newPasswordRules,
};

/**
 * Continues after a reset. A user who was logged in with this account goes on with the new session. Everybody else logs in with the new
 * password, so that password managers store it.
 */
function useAfterReset(isOnPage: () => boolean) {
  const { api, sessionActor } = useServices();
  const navigate = useNavigate();
  const toasts = useToasts();
  return async (session: Session): Promise<void> => {
    // The reset ended the session of this browser too; the new session replaces it.
    if (replaceSession({ sessionActor }, session)) {
      toasts.show(labels.done);
      if (isOnPage()) await navigate("/app/account", { replace: true });
      return;
    }
    // The user did not ask to log in, so the new session is ended.
    void api.call("logout", {}, { session, quiet401: true });
    if (isOnPage()) await navigate(loginPath(null, "password_changed"), { replace: true });
  };
}

/**
 * `/app/forgot-password-confirmation ?code&email`: sets a new password with the code from the e-mail. When the page was opened by
 * the link, which contains the code and the address, their fields are hidden until the code is refused.
 */
export function ResetPasswordPage() {
  usePageTitle(labels.title);
  const { api } = useServices();
  const loadedSecrets = useLoaderData<LinkSecrets<"code" | "email">>();
  const sentTo = (useLocation().state as { sentTo?: string } | null)?.sentTo;
  // After a new code was sent, the code of an earlier link is outdated.
  const { code, email }: LinkSecrets<"code" | "email"> = sentTo ? { email: sentTo } : loadedSecrets;
  const [isCodeRefused, setIsCodeRefused] = useState(false);
  const isLinkComplete = Boolean(code) && emailRule(email ?? "", new FormData()) === null;
  const usesLink = isLinkComplete && !isCodeRefused;
  const isOnPage = useIsOnPage();
  const afterReset = useAfterReset(isOnPage);
  const navigate = useNavigate();
  const form = useCheckedForm(rules, async (fields) => {
    const result = await api.call("resetPassword", {
      body: {
        email: textOf(fields, "email").trim(),
        code: textOf(fields, "code").trim(),
        password: textOf(fields, "password"),
        retype_password: textOf(fields, "retype_password"),
      },
    });
    // The field must be rendered before it can get the focus.
    if (!result.ok && result.code === "wrong_code") flushSync(() => setIsCodeRefused(true));
    if (!result.ok && result.code === "expired_pro") {
      if (!isOnPage()) return null;
      // The new password is set. The plan has ended, so the user renews it or gives it up before logging in.
      expiredAccount.set({ email: textOf(fields, "email").trim(), password: textOf(fields, "password") });
      await navigate("/app/renew", { replace: true });
      return null;
    }
    if (!result.ok) return result;
    await afterReset(result.data);
    return null;
  });
  const { error, busy } = form;

  return (
    <AuthPage heading={labels.heading} lead={usesLink && email ? labels.leadLinked(email) : labels.leadTyped}>
      {sentTo && !form.failure && <Notice>{labels.sent(sentTo)}</Notice>}
      <AuthForm checkedForm={form}>
        <div hidden={usesLink}>
          <Field
            label={commonText.fields.email}
            name="email"
            type="email"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={email}
            error={error("email")}
          />
        </div>
        <div hidden={usesLink}>
          <Field
            label={labels.code}
            name="code"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={code}
            error={error("code")}
          />
        </div>
        <PasswordField
          label={labels.password}
          name="password"
          autoComplete="new-password"
          hint={accountFieldsText.passwordHint}
          error={error("password")}
        />
        <PasswordField
          label={labels.retype}
          name="retype_password"
          autoComplete="new-password"
          error={error("retype_password")}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? labels.busy : labels.submit}
        </Button>
      </AuthForm>
      <OtherLinks>
        <p>
          {labels.noCode} <Link to="/app/forgot-password">{recoveryText.requestAgain}</Link>
        </p>
        <p>
          <Link to="/app/login">{recoveryText.backToLogin}</Link>
        </p>
      </OtherLinks>
    </AuthPage>
  );
}
