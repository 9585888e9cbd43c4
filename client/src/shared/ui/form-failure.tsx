import { useMemo } from "react";
import type { ApiFailure } from "../api-client.ts";
import { entranceCopy } from "../entrance-copy.ts";
import { useServices } from "../services.ts";
import { Notice } from "./notice.tsx";

/** Why a try failed, in one sentence; of too many tries, when the next one is due. */
export function WhyItFailed({ failure }: { failure: ApiFailure }) {
  const { clock } = useServices();
  // The moment is fixed when the refusal comes: a later rendering must not push it on.
  const sentence = useMemo(() => {
    if (failure.code !== "rate_limited" || failure.retryAfter === null) return failure.message;
    const due = new Date(clock.now() + failure.retryAfter);
    const time = due.toLocaleTimeString([], { hour: "numeric", minute: "2-digit" });
    return entranceCopy.tooOften(time, Math.ceil(failure.retryAfter / 60_000));
  }, [failure, clock]);
  return <>{sentence}</>;
}

/** Why a form failed, unless a field beside it says so. */
export function FormFailure({ failure }: { failure: ApiFailure | null }) {
  if (!failure || failure.fields) return null;
  return (
    <Notice tone="failure">
      <p>
        <WhyItFailed failure={failure} />
      </p>
    </Notice>
  );
}
