import { product } from "@daybook/domain/contract/bounds";
import { type ReactNode, useState } from "react";
import { copy } from "../../shared/copy.ts";
import { requiredRule } from "../../shared/form-rules.ts";
import { useServices } from "../../shared/services.ts";
import { BotCheckField, useBotCheck } from "../../shared/ui/bot-check.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { EntranceForm } from "../../shared/ui/entrance-page.tsx";
import { Field, PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useCheckedForm } from "../../shared/ui/use-checked-form.ts";
import { textOf } from "../../shared/ui/use-form-act.ts";
import { loginCopy as words } from "./login-copy.ts";

const rules = {
  email: requiredRule(words.emailMissing),
  password: requiredRule(words.passwordMissing),
};

/**
 * E-mail and password. Where a log-in leads is decided by whoever follows the session.
 *
 * @param banner why somebody is asked, until a try says something newer
 */
export function LoginForm({ banner }: { banner: ReactNode }) {
  const { api, sessionActor, analytics } = useServices();
  const botCheck = useBotCheck();
  const [tried, setTried] = useState(false);
  const checked = useCheckedForm(rules, async (fields) => {
    setTried(true);
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
  const isExpired = checked.failure?.code === "expired_pro";

  return (
    <>
      {!tried && banner}
      {isExpired && (
        <Notice tone="failure">
          <div>
            <h2>{words.expiredPro.heading}</h2>
            <p>{words.expiredPro.detail}</p>
          </div>
        </Notice>
      )}
      <EntranceForm of={isExpired ? { ...checked, failure: null } : checked}>
        <Field
          label={copy.fields.email}
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={checked.error("email")}
        />
        <PasswordField
          label={copy.fields.password}
          name="password"
          autoComplete="current-password"
          error={checked.error("password")}
        />
        <BotCheckField of={botCheck} />
        <Button type="submit" variant="primary" busy={checked.busy}>
          {checked.busy ? words.busy : words.submit}
        </Button>
      </EntranceForm>
    </>
  );
}
