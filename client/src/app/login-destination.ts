import type { Session } from "@daybook/domain/contract/sessions";
import { pathAfterLogin } from "../features/onboarding/steps.ts";
import { isProSignup, salesPathFrom, sameSitePath } from "../shared/site-paths.ts";

const loginAndSignupPaths: readonly string[] = ["/app/login", "/app/signup", "/app/signup-pro"];

/** The start page of a logged-in user on a phone. */
export const mobileHome = "/mobile";

/**
 * Where to go after a session opens. Pages for log-in and sign-up lead into the app, and a sign-up for PRO leads to the sales page.
 * `null` for any other page: the user stays there.
 *
 * @param page the page on which the session opened
 * @param isMobile true on a phone. A phone has no onboarding, and the route of `/journals` redirects a phone to {@link mobileHome}
 */
export function loginDestination(
  page: { pathname: string; search: string },
  session: Pick<Session, "user">,
  isMobile: boolean,
): string | null {
  const returnPath = sameSitePath(new URLSearchParams(page.search).get("after_login"));
  if (page.pathname === "/mobile/login") return returnPath ?? mobileHome;
  const isInOnboarding = !isMobile && session.user.onboarding_step !== null;
  // The parameter `aul` makes the journals page show a greeting.
  if (page.pathname.startsWith("/app/auto-login/"))
    return isInOnboarding ? pathAfterLogin(session) : "/journals?aul";
  if (isProSignup(page)) return salesPathFrom(page.search);
  if (!loginAndSignupPaths.includes(page.pathname)) return null;
  return isInOnboarding ? pathAfterLogin(session) : (returnPath ?? "/journals");
}
