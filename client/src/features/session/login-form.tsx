import { product } from "@daybook/domain/contract/bounds";
import { type ReactNode, useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { commonText } from "../../shared/common-text.ts";
import { expiredAccount } from "../../shared/expired-account.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { renewPath } from "../../shared/purchase/renew-path.ts";
import { useServices } from "../../shared/services.ts";
import { BotCheckField, useBotCheck } from "../../shared/ui/bot-check.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { AuthForm } from "../../shared/ui/auth-page.tsx";
import { Field, PasswordField } from "../../shared/ui/field.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { useIsOnPage } from "../../shared/use-is-on-page.ts";
import { loginText as labels } from "./login-text.ts";

const rules = {
  email: requiredRule(labels.emailMissing),
  password: requiredRule(labels.passwordMissing),
};

/**
 * The form with e-mail and password. `app/follow-session.ts` decides where a log-in leads. When the plan has ended, the form opens the
 * page where the user renews the plan or gives it up, with the same e-mail and password.
 *
 * @param banner why the user has to log in; hidden from the first attempt on
 */
export function LoginForm({ banner }: { banner: ReactNode }) {
  const { api, sessionActor, analytics } = useServices();
  const navigate = useNavigate();
  const isOnPage = useIsOnPage();
  const [query] = useSearchParams();
  const botCheck = useBotCheck();
  // Clears what a refused log-in left, in case another person uses this form.
  useEffect(() => expiredAccount.set(null), []);
  const [hasTried, setHasTried] = useState(false);
  const form = useCheckedForm(rules, async (fields) => {
    setHasTried(true);
    const body = {
      email: textOf(fields, "email").trim(),
      password: textOf(fields, "password"),
      client: product.client,
    };
    const result = await botCheck.pass((extra, options) =>
      api.call("login", { body: { ...body, ...extra } }, options),
    );
    if (result.ok) {
      analytics.track("Log In");
      sessionActor.send({ type: "session.opened", session: result.data });
      return null;
    }
    if (!isOnPage()) return null;
    if (result.code === "expired_pro") {
      expiredAccount.set({ email: body.email, password: body.password });
      await navigate(renewPath({ afterLogin: query.get("after_login") }));
      return null;
    }
    if (result.code !== "wrong_credentials") return result;
    return { ...result, fields: { password: result.message } };
  });

  return (
    <>
      {!hasTried && banner}
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
        <PasswordField
          label={commonText.fields.password}
          name="password"
          autoComplete="current-password"
          error={form.error("password")}
        />
        <BotCheckField check={botCheck} />
        <Button type="submit" variant="primary" busy={form.busy}>
          {form.busy ? labels.busy : labels.submit}
        </Button>
      </AuthForm>
    </>
  );
}
