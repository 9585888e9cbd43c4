import { useRevalidator } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { copy } from "../copy.ts";
import { Button } from "./button.tsx";
import { EmptyState } from "./empty-state.tsx";
import { Notice } from "./notice.tsx";

/**
 * Why a screen could not be loaded, and the way to try again.
 *
 * @param stale what was there before is still shown below
 */
export function ScreenFailure({ failure, stale = false }: { failure: ApiFailure; stale?: boolean }) {
  const { revalidate, state } = useRevalidator();
  const again = (
    <Button
      variant={stale ? "secondary" : "primary"}
      busy={state === "loading"}
      onClick={() => void revalidate()}
    >
      {copy.actions.tryAgain}
    </Button>
  );
  if (stale) {
    return (
      <Notice tone="failure">
        {copy.errors.stale}
        {again}
      </Notice>
    );
  }
  return (
    <EmptyState title={copy.errors.screenTitle} detail={failure.message}>
      {again}
    </EmptyState>
  );
}
