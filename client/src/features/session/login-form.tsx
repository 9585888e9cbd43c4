import { product } from "@daybook/domain/contract/bounds";
import { type ReactNode, useState } from "react";
import { commonText } from "../../shared/common-text.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { useServices } from "../../shared/services.ts";
import { BotCheckField, useBotCheck } from "../../shared/ui/bot-check.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { AuthForm } from "../../shared/ui/auth-page.tsx";
import { Field, PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-action.ts";
import { loginText as labels } from "./login-text.ts";

const rules = {
  email: requiredRule(labels.emailMissing),
  password: requiredRule(labels.passwordMissing),
};

/**
 * E-mail and password. `follow-session` decides where a login leads.
 *
 * @param banner why the user has to log in; a failed attempt replaces it
 */
export function LoginForm({ banner }: { banner: ReactNode }) {
  const { api, sessionActor, analytics } = useServices();
  const botCheck = useBotCheck();
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
    if (result.code !== "wrong_credentials") return result;
    return { ...result, fields: { password: result.message } };
  });
  const isExpired = form.failure?.code === "expired_pro";

  return (
    <>
      {!hasTried && banner}
      {isExpired && (
        <Notice tone="failure">
          <div>
            <h2>{labels.expiredPro.heading}</h2>
            <p>{labels.expiredPro.detail}</p>
          </div>
        </Notice>
      )}
      <AuthForm checkedForm={isExpired ? { ...form, failure: null } : form}>
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
