import { useSelector } from "@xstate/react";
import { lazy, Suspense } from "react";
import { useMatches } from "react-router";
import { systemSleep } from "../../shared/clock.ts";
import { useServices } from "../../shared/services.ts";

const tryAgainAfter = 30_000;

const Watch = lazy(async () => {
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- a try waits for the one before it
      return { default: (await import("./auto-logout-watch.tsx")).AutoLogoutWatch };
    } catch {
      // A network that is away for a moment must neither break the page nor leave it unwatched.
      // oxlint-disable-next-line no-await-in-loop -- a try waits for the one before it
      await systemSleep(tryAgainAfter);
    }
  }
});

/** The automatic log-out, from when somebody is signed in; the first load does not wait for it. */
export function AutoLogout() {
  const { sessionActor } = useServices();
  const isNeeded = useSelector(sessionActor, ({ context }) => context.session !== null);
  const isPrivate = useMatches().some(({ handle }) => (handle as { guarded?: true } | undefined)?.guarded);
  if (!isNeeded) return null;
  return (
    <Suspense>
      <Watch isPrivate={isPrivate} />
    </Suspense>
  );
}
