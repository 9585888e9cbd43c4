import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import { sameSitePath } from "../../shared/site-paths.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { useServices } from "../../shared/services.ts";
import { AuthPage, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { loginText as labels } from "./login-text.ts";
import { LoginForm } from "./login-form.tsx";

/** The text for a `message` code; `null` for unknown codes. */
function reasonOf(message: string | null): string | null {
  const code = message?.replaceAll(/[ -]/g, "_") ?? "";
  return Object.hasOwn(labels.reasons, code) ? labels.reasons[code as keyof typeof labels.reasons] : null;
}

/**
 * `/app/login ?after_login&message`, and `/mobile/login` with the same query in the phone layout. A banner says why the user has to
 * log in, or that they have logged out. Other ways to log in, and the sign-up, are below the form.
 *
 * @param props.plain leaves out the sheet around the form, for phones
 */
export function LoginPage({ plain = false }: { plain?: boolean }) {
  usePageTitle(labels.title);
  const { sessionActor } = useServices();
  const [query] = useSearchParams();
  const [hasLoggedOut] = useState(() => sessionActor.getSnapshot().context.endReason === "logged out");
  const message = query.get("message") ?? (hasLoggedOut ? "logged_out" : null);
  const reason = reasonOf(message);
  const returnPath = sameSitePath(query.get("after_login"));

  return (
    <AuthPage heading={labels.heading} plain={plain}>
      <LoginForm key={message} banner={reason && <Notice>{reason}</Notice>} />
      <OtherLinks>
        <p>
          <Link to="/app/forgot-password">{labels.forgot}</Link>
        </p>
        <p>
          <Link to="/app/request-login-link">{labels.link}</Link>
        </p>
        <p>
          {labels.noAccount}{" "}
          <Link
            to={
              returnPath ? `/app/signup?${new URLSearchParams({ after_login: returnPath })}` : "/app/signup"
            }
          >
            {labels.signUp}
          </Link>
        </p>
      </OtherLinks>
    </AuthPage>
  );
}
