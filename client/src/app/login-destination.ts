import type { Session } from "@daybook/domain/contract/sessions";
import { pathAfterLogin } from "../features/onboarding/steps.ts";
import { ownPath } from "../shared/own-path.ts";

const entrances: readonly string[] = ["/app/login", "/app/signup", "/app/signup-pro", "/gopro"];

/** Where a login on a phone leads. */
export const mobileHome = "/mobile";

/**
 * Where to go after a login; `null` to stay on the page, when it is not a login page.
 *
 * @param at the page on which the session opened
 * @param isMobile phones have no onboarding: the guard of the journals redirects them to their own page
 */
export function loginDestination(
  at: { pathname: string; search: string },
  session: Pick<Session, "user">,
  isMobile: boolean,
): string | null {
  const returnPath = ownPath(new URLSearchParams(at.search).get("after_login"));
  if (at.pathname === "/mobile/login") return returnPath ?? mobileHome;
  const isNew = !isMobile && session.user.onboarding_step !== null;
  if (at.pathname.startsWith("/app/auto-login/")) return isNew ? pathAfterLogin(session) : "/journals?aul";
  if (!entrances.includes(at.pathname)) return null;
  return isNew ? pathAfterLogin(session) : (returnPath ?? "/journals");
}
