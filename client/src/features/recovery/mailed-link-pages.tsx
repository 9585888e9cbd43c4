import { Link, useLoaderData, useRevalidator } from "react-router";
import type { ApiFailure } from "../../shared/api-client.ts";
import { copy } from "../../shared/copy.ts";
import { usePageTitle } from "../../shared/page-title.ts";
import { Button, ButtonLink } from "../../shared/ui/button.tsx";
import { EntrancePage, OtherWays } from "../../shared/ui/entrance-page.tsx";
import { FormFailure } from "../../shared/ui/form-failure.tsx";
import { recoveryCopy } from "./recovery-copy.ts";

/** A mailed link that could not be followed for now, with the way to try again. */
function LinkFailure({ heading, failure }: { heading: string; failure: ApiFailure }) {
  const { revalidate, state } = useRevalidator();
  return (
    <EntrancePage heading={heading}>
      <FormFailure failure={failure} />
      <Button variant="primary" busy={state === "loading"} onClick={() => void revalidate()}>
        {copy.actions.tryAgain}
      </Button>
      <OtherWays>
        <p>
          <Link to="/app/login">{recoveryCopy.backToLogin}</Link>
        </p>
      </OtherWays>
    </EntrancePage>
  );
}

/** `/app/auto-login/:linkId ?c`, when the link was neither good nor bad: the good ones lead on before anything is shown. */
export function AutoLoginPage() {
  const words = recoveryCopy.autoLogin;
  usePageTitle(words.title);
  const failure = useLoaderData<ApiFailure>();
  return <LinkFailure heading={words.heading} failure={failure} />;
}

/** What became of the confirmation of an address. */
export type Confirmation = { email: string } | { failure: ApiFailure };

/** `/app/confirm-email ?token`: the new address counts from now on. */
export function ConfirmEmailPage() {
  const words = recoveryCopy.confirmEmail;
  const confirmation = useLoaderData<Confirmation>();
  const failed = "failure" in confirmation;
  usePageTitle(failed ? words.failedTitle : words.title);
  if (failed) return <LinkFailure heading={words.failedHeading} failure={confirmation.failure} />;
  return (
    <EntrancePage heading={words.heading} lead={words.lead(confirmation.email)}>
      <ButtonLink to="/journals" variant="primary">
        {words.on}
      </ButtonLink>
    </EntrancePage>
  );
}
