import { Link, useLoaderData, useRevalidator } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { AuthPage, OtherLinks } from "../../shared/ui/auth-page.tsx";
import { FailureNotice } from "../../shared/ui/form-failure.tsx";
import { recoveryText } from "./recovery-text.ts";

/** Shown when the request behind a link from an e-mail failed. The user can try it again. */
function LinkFailure({ heading, failure }: { heading: string; failure: ApiFailure }) {
  const { revalidate, state } = useRevalidator();
  return (
    <AuthPage heading={heading}>
      <FailureNotice failure={failure} />
      <Button variant="primary" busy={state === "loading"} onClick={() => void revalidate()}>
        {commonText.actions.tryAgain}
      </Button>
      <OtherLinks>
        <p>
          <Link to="/app/login">{recoveryText.backToLogin}</Link>
        </p>
      </OtherLinks>
    </AuthPage>
  );
}

/** `/app/auto-login/:linkId ?c`: says that the request failed. Valid and invalid links redirect before this page is shown. */
export function AutoLoginPage() {
  const labels = recoveryText.autoLogin;
  usePageTitle(labels.title);
  const failure = useLoaderData<ApiFailure>();
  return <LinkFailure heading={labels.heading} failure={failure} />;
}

/** The result of confirming an e-mail address. */
export type ConfirmEmailResult = { email: string } | { failure: ApiFailure };

/** `/app/confirm-email ?token`: says that the new address applies now, or why the address could not be confirmed. */
export function ConfirmEmailPage() {
  const labels = recoveryText.confirmEmail;
  const result = useLoaderData<ConfirmEmailResult>();
  const hasFailed = "failure" in result;
  usePageTitle(hasFailed ? labels.failedTitle : labels.title);
  if (hasFailed) return <LinkFailure heading={labels.failedHeading} failure={result.failure} />;
  return (
    <AuthPage heading={labels.heading} lead={labels.lead(result.email)}>
      <ButtonLink to="/journals" variant="primary">
        {labels.continue}
      </ButtonLink>
    </AuthPage>
  );
}
