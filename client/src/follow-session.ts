import type { Session } from "@daybook/domain/contract/accounts";
import type { createBrowserRouter } from "react-router";
import { arrivalPath } from "./arrival.ts";
import type { SessionEnd } from "./features/session/session.machine.ts";
import { goodbyePath, loginPath, type LoginReason } from "./shared/own-path.ts";
import type { RouteHandle } from "./shared/route-handle.ts";
import type { Services } from "./shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "navigate" | "revalidate" | "state">;

const reasons: Readonly<Partial<Record<NonNullable<SessionEnd>, LoginReason>>> = {
  unauthorised: "unauthed",
  expired: "expired",
  idle: "idle",
};

/** Where the person is, or is about to be. */
function whereabouts({ state }: Router) {
  const { pathname, search } = state.navigation.location ?? state.location;
  const matches = state.navigation.matches ?? state.matches;
  const isGuarded = matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.guarded);
  return { pathname, search, isGuarded };
}

/**
 * Moves the page along with the session: out of what needs one when it ends, in when it opens; in this tab and, since
 * the sessions of all tabs are one, in every other. What belonged to one person is forgotten before another's is shown.
 */
export function followSession(
  router: Router,
  { sessionActor, journals, entries, unlocks, isMobile }: Services,
): void {
  let last = sessionActor.getSnapshot().context.session?.user.id ?? null;
  /** whose the way back is that the entrance shows */
  let owner = last;
  const forget = () => {
    journals.clear();
    entries.clear();
  };

  async function leave(ended: SessionEnd): Promise<void> {
    const { pathname, search, isGuarded } = whereabouts(router);
    if (ended === "logged out") await router.navigate(loginPath(null));
    else if (ended === "deleted") await router.navigate(goodbyePath, { replace: true });
    // Whoever left elsewhere may have left for good: what they searched for stays out of the login's address.
    else if (isGuarded && ended === "elsewhere") await router.navigate(loginPath(pathname));
    else if (isGuarded)
      await router.navigate(loginPath(pathname + search, ended ? reasons[ended] : undefined));
    if (last === null) forget();
  }

  async function enter(session: Session): Promise<void> {
    const { pathname, search } = whereabouts(router);
    const isOwner = owner === null || owner === session.user.id;
    owner = session.user.id;
    const arrival = arrivalPath({ pathname, search: isOwner ? search : "" }, session, isMobile);
    if (arrival === null) await router.revalidate();
    else await router.navigate(arrival, { replace: true });
  }

  sessionActor.subscribe(({ context }) => {
    const next = context.session?.user.id ?? null;
    if (next === last) return;
    const previous = last;
    last = next;
    unlocks.clear();
    if (context.session === null) void leave(context.ended);
    else if (previous === null) void enter(context.session);
    else {
      owner = next;
      forget();
      void router.navigate("/journals");
    }
  });
}
