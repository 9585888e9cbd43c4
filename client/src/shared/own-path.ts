/**
 * A path of this site that a link may lead to after a login or a redirect; `null` for anything that could leave it.
 * One leading slash, no `//`, no backslash, no control characters (browsers drop some of them while parsing).
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || !/^\/(?!\/)/.test(text)) return null;
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  return /\/\/|\\|[\u0000-\u0020\u007f]/.test(text) ? null : text;
}

/** Why somebody is at the login page, as its `message` says it. */
export type LoginReason = "unauthed" | "expired" | "idle" | "logged_out" | "password_changed";

/**
 * The login page, with the way back.
 *
 * @param from path and query of the page that asked; left out when it is no page of this site
 */
export function loginPath(from: string | null, reason?: LoginReason): string {
  const query = new URLSearchParams();
  if (reason) query.set("message", reason);
  if (reason === "unauthed") query.set("status", "401");
  const back = ownPath(from);
  if (back) query.set("after_login", back);
  return query.size > 0 ? `/app/login?${query}` : "/app/login";
}

/** The login page of phones and tablets, with the way back. */
export function mobileLoginPath(from: string | null): string {
  const back = ownPath(from);
  return back ? `/mobile/login?${new URLSearchParams({ after_login: back })}` : "/mobile/login";
}

/**
 * Where a journal is opened with its password, with the way on: `entry` of it, its tour, or another page of it.
 *
 * @param from path and query of the page that asked
 */
export function unlockPath(journalId: number | string, from: string, entryId?: number | string): string {
  const journal = `/journals/${journalId}`;
  const unlock = `${journal}/unlock`;
  if (entryId !== undefined) return `${unlock}?entry=${entryId}`;
  if (/^[^?]*\?tour\b/.test(from)) return `${unlock}?tour`;
  const isList = from === journal || from === `${journal}/entries`;
  return isList ? unlock : `${unlock}?${new URLSearchParams({ after: from })}`;
}

/** Where somebody arrives whose account is deleted. */
export const goodbyePath = "/account/delete-account-confirmation";

/** What an error page says was not found. */
export type Target = "journal" | "entry" | "page";

/** The not-found page, with the server's sentence when there is one. */
export function notFoundPath(target: Target, message?: string): string {
  const query = new URLSearchParams({ type: target, ...(message && { message }) });
  return `/error/404?${query}`;
}
