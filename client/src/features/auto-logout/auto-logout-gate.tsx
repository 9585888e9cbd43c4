import { useSelector } from "@xstate/react";
import { lazy, Suspense } from "react";
import { useMatches } from "react-router";
import { whenReachable } from "../../shared/connection.ts";
import { systemSleep } from "../../shared/clock.ts";
import { useServices } from "../../shared/services.ts";

const retryDelayMs = 30_000;

const Watch = lazy(
  whenReachable(async () => {
    for (;;) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- retries run one after the other
        return { default: (await import("./auto-logout-watch.tsx")).AutoLogoutWatch };
      } catch {
        // A short network failure must not break the page or disable the auto-logout.
        // oxlint-disable-next-line no-await-in-loop -- retries run one after the other
        await systemSleep(retryDelayMs);
      }
    }
  }),
);

/** Starts the auto-logout when a user is logged in. Its code is not part of the first load. */
export function AutoLogout() {
  const { sessionActor } = useServices();
  const isLoggedIn = useSelector(sessionActor, ({ context }) => context.session !== null);
  const isPrivate = useMatches().some(
    ({ handle }) => (handle as { isGuarded?: true } | undefined)?.isGuarded,
  );
  if (!isLoggedIn) return null;
  return (
    <Suspense>
      <Watch isPrivate={isPrivate} />
    </Suspense>
  );
}
