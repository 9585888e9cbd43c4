import { useRevalidator } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { commonText } from "../common-text.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Notice } from "./notice.tsx";
import { useWhenReachable } from "./use-when-reachable.ts";

/**
 * Says why a screen could not be loaded, with a retry button. When the server did not respond, the screen is loaded again as soon as
 * it does.
 *
 * @param stale the previous content is still shown below, so the failure is only a short notice
 */
export function ScreenFailure({ failure, stale = false }: { failure: ApiFailure; stale?: boolean }) {
  const { revalidate, state } = useRevalidator();
  const isUnreachable = failure.status === 0;
  useWhenReachable(isUnreachable, revalidate);
  const retryButton = (
    <Button
      variant={stale ? "secondary" : "primary"}
      busy={state === "loading"}
      onClick={() => void revalidate()}
    >
      {commonText.actions.tryAgain}
    </Button>
  );
  if (stale) {
    return (
      <Notice tone="failure">
        {isUnreachable ? commonText.errors.unreachableShort : failure.message}{" "}
        {commonText.errors.showingEarlierData}
        {retryButton}
      </Notice>
    );
  }
  return (
    <EmptyState
      title={commonText.errors.screenTitle}
      detail={isUnreachable ? `${failure.message} ${commonText.errors.opensByItself}` : failure.message}
    >
      {retryButton}
    </EmptyState>
  );
}
