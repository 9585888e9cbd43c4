import type { ApiFailure } from "../../shared/api-client.ts";
import { commonText } from "../../shared/common-text.ts";
import { Button } from "../../shared/ui/button.tsx";
import { Notice } from "../../shared/ui/notice.tsx";

/** Says why a part of the page could not be loaded, with a retry button. */
export function SaveFailure({
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
        {commonText.actions.tryAgain}
      </Button>
    </Notice>
  );
}
