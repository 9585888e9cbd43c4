import { redirect } from "react-router";
import type { ApiFailure } from "./api-client.ts";
import { notFoundPath, type NotFoundTarget } from "./site-paths.ts";

/**
 * Handles a failed call in a route loader. A 403 redirects to the page for missing access, and another refusal to the not-found page
 * with the server's message. Other failures are returned: `follow-session` handles a 401, and the screen shows a 429, an error of the
 * server, or that the server cannot be reached.
 */
export function redirectIfRefused(failure: ApiFailure, target: NotFoundTarget): ApiFailure {
  const { status, message } = failure;
  if (status === 0 || status >= 500 || status === 401 || status === 429) return failure;
  if (status === 403) throw redirect(`/error/403?type=${target}`);
  throw redirect(notFoundPath(target, message));
}
