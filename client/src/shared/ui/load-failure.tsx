import type { ApiFailure } from "../api-client.ts";
import { commonText } from "../common-text.ts";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";

/** Says why a part of the page could not be loaded, with a retry button. */
export function LoadFailure({
  failure,
  busy,
  onRetry,
}: {
  failure: ApiFailure;
  busy: boolean;
  onRetry: () => void;
}) {
  return (
    <Notice tone="failure">
      {failure.message}
      <Button busy={busy} onClick={onRetry}>
        {commonText.actions.tryAgain}
      </Button>
    </Notice>
  );
}
