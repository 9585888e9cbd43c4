import type { Session } from "@daybook/domain/contract/sessions";
import type { createBrowserRouter } from "react-router";
import { loginDestination } from "./login-destination.ts";
import { expiredAccount } from "../shared/expired-account.ts";
import type { SessionEndReason } from "../shared/session/session-events.ts";
import { goodbyePath, loginPath, type LoginReason } from "../shared/site-paths.ts";
import type { RouteHandle } from "../shared/route-handle.ts";
import type { Services } from "../shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "navigate" | "revalidate" | "state">;

const loginReasons: Readonly<Partial<Record<NonNullable<SessionEndReason>, LoginReason>>> = {
  unauthorised: "unauthed",
  expired: "expired",
  idle: "idle",
};

/** The current route, or the one that navigation is heading to. */
function currentRoute({ state }: Router) {
  const { pathname, search } = state.navigation.location ?? state.location;
  const matches = state.navigation.matches ?? state.matches;
  const isGuarded = matches.some(({ route }) => (route.handle as RouteHandle | undefined)?.isGuarded);
  return { pathname, search, isGuarded };
}

/**
 * Navigates when a user logs in or the session ends. All tabs share one session, so this also follows the other tabs. Another
 * user never sees the previous user's data.
 */
export function followSession(router: Router, services: Services): void {
  const { sessionActor, unlocks, isMobile } = services;
  let currentUserId = sessionActor.getSnapshot().context.session?.user.id ?? null;
  /** the user who was logged in last; the return path of the login page is theirs */
  let returnPathUserId = currentUserId;
  const clearStores = () => {
    services.stores?.journals.clear();
    services.stores?.entries.clear();
  };

  async function leave(reason: SessionEndReason): Promise<void> {
    const { pathname, search, isGuarded } = currentRoute(router);
    if (reason === "logged out") await router.navigate(loginPath(null));
    else if (reason === "deleted") await router.navigate(goodbyePath, { replace: true });
    // After a logout in another tab, somebody else may use this browser: keep the search terms out of the URL.
    else if (isGuarded && reason === "logged out in another tab") await router.navigate(loginPath(pathname));
    else if (isGuarded)
      await router.navigate(loginPath(pathname + search, reason ? loginReasons[reason] : undefined));
    if (currentUserId === null) clearStores();
  }

  async function enter(session: Session): Promise<void> {
    const { pathname, search } = currentRoute(router);
    const isSameUser = returnPathUserId === null || returnPathUserId === session.user.id;
    returnPathUserId = session.user.id;
    // `leave` clears the stores after its navigation, but not when somebody logs in before the navigation ends.
    if (!isSameUser) clearStores();
    const destination = loginDestination({ pathname, search: isSameUser ? search : "" }, session, isMobile);
    if (destination === null) await router.revalidate();
    else await router.navigate(destination, { replace: true });
  }

  sessionActor.subscribe(({ context }) => {
    const userId = context.session?.user.id ?? null;
    if (userId === currentUserId) return;
    const previousUserId = currentUserId;
    currentUserId = userId;
    unlocks.clear();
    if (context.session !== null) expiredAccount.set(null);
    if (context.session === null) void leave(context.endReason);
    else if (previousUserId === null) void enter(context.session);
    else {
      returnPathUserId = userId;
      clearStores();
      void router.navigate("/journals");
    }
  });
}
