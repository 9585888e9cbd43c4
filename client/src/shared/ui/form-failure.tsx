import { useMemo } from "react";
import type { ApiFailure } from "../api-client.ts";
import { authText } from "../auth-text.ts";
import { useServices } from "../services.ts";
import { Notice } from "./notice.tsx";

/** The message of a failed request; after too many attempts, it says when to try again. */
function FailureMessage({ failure }: { failure: ApiFailure }) {
  const { clock } = useServices();
  // The time is computed once, when the failure arrives: a later render must not move it.
  const sentence = useMemo(() => {
    if (failure.code !== "rate_limited" || failure.retryAfter === null) return failure.message;
    const retryTime = new Date(clock.now() + failure.retryAfter);
    const time = retryTime.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
    return authText.tooOften(time, Math.ceil(failure.retryAfter / 60_000));
  }, [failure, clock]);
  return <>{sentence}</>;
}

/** Says why a request failed, also when the failure has `fields`. */
export function FailureNotice({ failure }: { failure: ApiFailure }) {
  return (
    <Notice tone="failure">
      <p>
        <FailureMessage failure={failure} />
      </p>
    </Notice>
  );
}

/** Says why a form failed. A failure with `fields` is shown at the fields instead. */
export function FormFailure({ failure }: { failure: ApiFailure | null }) {
  return failure && !failure.fields ? <FailureNotice failure={failure} /> : null;
}
