import { Link, useSearchParams } from "react-router";
import { product } from "@daybook/domain/contract/bounds";
import { copy } from "../../shared/copy.ts";
import { ownPath } from "../../shared/own-path.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Field, PasswordField } from "../../shared/ui/field.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { textOf, useFormAct } from "../../shared/ui/use-form-act.ts";
import { EntrancePage } from "./entrance-page.tsx";
import styles from "./entrance-page.module.css";

const isReason = (text: string | null): text is keyof typeof copy.login.reasons =>
  text !== null && Object.hasOwn(copy.login.reasons, text);

/** `/app/login`: e-mail and password. Where it leads afterwards is decided by whoever follows the session. */
export function LoginPage() {
  usePageTitle(copy.login.title);
  const { api, sessionActor } = useServices();
  const [query] = useSearchParams();
  const reason = query.get("message");
  const back = ownPath(query.get("after_login"));
  const { form, failure, busy, onSubmit, error } = useFormAct(async (fields) => {
    const result = await api.call("login", {
      body: {
        email: textOf(fields, "email").trim(),
        password: textOf(fields, "password"),
        client: product.client,
      },
    });
    if (!result.ok) return result;
    sessionActor.send({ type: "session.opened", session: result.data });
    return null;
  });

  return (
    <EntrancePage heading={copy.login.heading}>
      {isReason(reason) && !failure && <Notice>{copy.login.reasons[reason]}</Notice>}
      {failure && <Notice tone="failure">{failure.message}</Notice>}
      <form className={styles.form} ref={form} onSubmit={onSubmit} noValidate>
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
          autoComplete="current-password"
          error={error("password")}
        />
        <Button type="submit" variant="primary" busy={busy}>
          {busy ? copy.login.busy : copy.login.submit}
        </Button>
      </form>
      <p className={styles.other}>
        {copy.login.noAccount}{" "}
        <Link to={back ? `/app/signup?${new URLSearchParams({ after_login: back })}` : "/app/signup"}>
          {copy.login.signUp}
        </Link>
      </p>
    </EntrancePage>
  );
}
