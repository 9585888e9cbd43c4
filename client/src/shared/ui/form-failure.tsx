import { useMemo } from "react";
import type { ApiFailure } from "../api-client.ts";
import { authText } from "../auth-text.ts";
import { useServices } from "../services.ts";
import { Notice } from "./notice.tsx";

/** Says why a request failed; after too many attempts, also when to try again. */
export function FailureMessage({ failure }: { failure: ApiFailure }) {
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

/** Says why a form failed, unless the error is shown at a field. */
export function FormFailure({ failure }: { failure: ApiFailure | null }) {
  if (!failure || failure.fields) return null;
  return (
    <Notice tone="failure">
      <p>
        <FailureMessage failure={failure} />
      </p>
    </Notice>
  );
}
