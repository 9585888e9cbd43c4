import type { createBrowserRouter } from "react-router";
import type { RouteHandle } from "./routes.tsx";
import { loginPath, ownPath } from "./shared/own-path.ts";
import type { Services } from "./shared/services.ts";

type Router = Pick<ReturnType<typeof createBrowserRouter>, "navigate" | "revalidate" | "state">;

const entrances: readonly string[] = ["/app/login", "/app/signup"];

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
export function followSession(router: Router, { sessionActor, journals, entries }: Services): void {
  let last = sessionActor.getSnapshot().context.session?.user.id ?? null;
  const forget = () => {
    journals.clear();
    entries.clear();
  };

  async function leave(ended: string | null): Promise<void> {
    const { pathname, search, isGuarded } = whereabouts(router);
    if (ended === "logged out") await router.navigate(loginPath(null));
    else if (isGuarded) {
      const reason = ended === "unauthorised" ? "unauthed" : ended === "expired" ? "expired" : undefined;
      await router.navigate(loginPath(pathname + search, reason));
    }
    if (last === null) forget();
  }

  async function enter(): Promise<void> {
    const { pathname, search } = whereabouts(router);
    if (!entrances.includes(pathname)) return await router.revalidate();
    const back = ownPath(new URLSearchParams(search).get("after_login"));
    await router.navigate(back ?? "/journals", { replace: true });
  }

  sessionActor.subscribe(({ context }) => {
    const next = context.session?.user.id ?? null;
    if (next === last) return;
    const previous = last;
    last = next;
    if (next === null) void leave(context.ended);
    else if (previous === null) void enter();
    else {
      forget();
      void router.navigate("/journals");
    }
  });
}
