import type { Session } from "@daybook/domain/contract/sessions";
import type { createBrowserRouter } from "react-router";
import { loginDestination } from "./login-destination.ts";
import type { SessionEnd } from "../shared/session/session.machine.ts";
import { goodbyePath, loginPath, type LoginReason } from "../shared/own-path.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "navigate" | "revalidate" | "state">;

const reasons: Readonly<Partial<Record<NonNullable<SessionEnd>, LoginReason>>> = {
  unauthorised: "unauthed",
  expired: "expired",
  idle: "idle",
};

/** The current route, or the one that navigation is heading to. */
function currentRoute({ state }: Router) {
  const { pathname, search } = state.navigation.location ?? state.location;
  const matches = state.navigation.matches ?? state.matches;
  const isGuarded = matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.guarded);
  return { pathname, search, isGuarded };
}

/**
 * Navigates when the session changes: away from protected pages when it ends, and into the app when it opens. All tabs share
 * one session, so this also follows the other tabs. The stores are cleared before another user's data is shown.
 */
export function followSession(router: Router, services: Services): void {
  const { sessionActor, unlocks, isMobile } = services;
  let lastUserId = sessionActor.getSnapshot().context.session?.user.id ?? null;
  /** the user whom the login page's return address belongs to */
  let owner = lastUserId;
  const forget = () => {
    services.stores?.journals.clear();
    services.stores?.entries.clear();
  };

  async function leave(reason: SessionEnd): Promise<void> {
    const { pathname, search, isGuarded } = currentRoute(router);
    if (reason === "logged out") await router.navigate(loginPath(null));
    else if (reason === "deleted") await router.navigate(goodbyePath, { replace: true });
    // After a logout in another tab, somebody else may use this browser: keep the search terms out of the URL.
    else if (isGuarded && reason === "elsewhere") await router.navigate(loginPath(pathname));
    else if (isGuarded)
      await router.navigate(loginPath(pathname + search, reason ? reasons[reason] : undefined));
    if (lastUserId === null) forget();
  }

  async function enter(session: Session): Promise<void> {
    const { pathname, search } = currentRoute(router);
    const isOwner = owner === null || owner === session.user.id;
    owner = session.user.id;
    const arrival = loginDestination({ pathname, search: isOwner ? search : "" }, session, isMobile);
    if (arrival === null) await router.revalidate();
    else await router.navigate(arrival, { replace: true });
  }

  sessionActor.subscribe(({ context }) => {
    const next = context.session?.user.id ?? null;
    if (next === lastUserId) return;
    const previous = lastUserId;
    lastUserId = next;
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
