import type { ApiFailure } from "../../shared/api-client.ts";
import { copy } from "../../shared/copy.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";

/** Why a part of the page could not be fetched, and the way to try again. */
export function Failed({
  failure,
  busy,
  onAgain,
}: {
  failure: ApiFailure;
  busy: boolean;
  onAgain: () => void;
}) {
  return (
    <Notice tone="failure">
      {failure.message}
      <Button busy={busy} onClick={onAgain}>
        {copy.actions.tryAgain}
      </Button>
    </Notice>
  );
}
