import type { Session } from "@daybook/domain/contract/accounts";
import { firstPageFor } from "./features/onboarding/steps.ts";
import { ownPath } from "./shared/own-path.ts";

const entrances: readonly string[] = ["/app/login", "/app/signup", "/app/signup-pro", "/gopro"];

/** Where log-ins on a phone end. */
export const mobileHome = "/mobile";

/**
 * Where somebody goes who just signed in; `null` when they stay where they are, as that is no entrance.
 *
 * @param at the page on which the session opened
 * @param isMobile phones have no first steps: the guard of the journals leads them to their own page
 */
export function arrivalPath(
  at: { pathname: string; search: string },
  session: Pick<Session, "user">,
  isMobile: boolean,
): string | null {
  const back = ownPath(new URLSearchParams(at.search).get("after_login"));
  if (at.pathname === "/mobile/login") return back ?? mobileHome;
  const isNew = !isMobile && session.user.onboarding_step !== null;
  if (at.pathname.startsWith("/app/auto-login/")) return isNew ? firstPageFor(session) : "/journals?aul";
  if (!entrances.includes(at.pathname)) return null;
  return isNew ? firstPageFor(session) : (back ?? "/journals");
}
