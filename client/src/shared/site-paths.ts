/**
 * Returns the text when it is a path of this site, safe to redirect to; otherwise `null`. It must have one leading slash, no
 * `//`, no backslash, no spaces, and no control characters (browsers drop some of them while parsing).
 */
export function sameSitePath(text: string | null | undefined): string | null {
  if (!text || !/^\/(?!\/)/.test(text)) return null;
  // oxlint-disable-next-line no-control-regex -- control characters are what it rejects
  return /\/\/|\\|[\u0000-\u0020\u007f]/.test(text) ? null : text;
}

/** The page that compares the plans and sells them, to visitors too. */
export const salesPath = "/gopro";

/**
 * The path of the sales page. Keeps the promo code of the page that leads there.
 *
 * @param search the query of that page; its parameter `pc` is the promo code
 */
export function salesPathFrom(search: string): string {
  const code = new URLSearchParams(search).get("pc");
  return code ? `${salesPath}?${new URLSearchParams({ pc: code })}` : salesPath;
}

/** True for a sign-up page that leads to the sales page as soon as the account is made. False for every page with `?basic`. */
export function isProSignup({ pathname, search }: { pathname: string; search: string }): boolean {
  const query = new URLSearchParams(search);
  if (query.has("basic")) return false;
  return pathname === "/app/signup-pro" || (pathname === "/app/signup" && query.has("gopro"));
}

/** The parameter `message` of the login page. It says why the user is there. */
export type LoginReason = "unauthed" | "expired" | "idle" | "logged_out" | "password_changed";

/**
 * The login page, with a return path.
 *
 * @param from path and query of the requesting page; ignored when it is not a path of this site
 */
export function loginPath(from: string | null, reason?: LoginReason): string {
  const query = new URLSearchParams();
  if (reason) query.set("message", reason);
  if (reason === "unauthed") query.set("status", "401");
  const returnPath = sameSitePath(from);
  if (returnPath) query.set("after_login", returnPath);
  return query.size > 0 ? `/app/login?${query}` : "/app/login";
}

/** The login page of phones and tablets, with a return path. */
export function mobileLoginPath(from: string | null): string {
  const returnPath = sameSitePath(from);
  return returnPath ? `/mobile/login?${new URLSearchParams({ after_login: returnPath })}` : "/mobile/login";
}

/**
 * The unlock page of a journal. Its query names the page that opens afterwards: an entry, the tour, or a path. Without a query, the
 * entry list opens.
 *
 * @param from path and query of the requesting page
 */
export function unlockPath(journalId: number | string, from: string, entryId?: number | string): string {
  const journal = `/journals/${journalId}`;
  const unlock = `${journal}/unlock`;
  if (entryId !== undefined) return `${unlock}?entry=${entryId}`;
  if (/^[^?]*\?tour\b/.test(from)) return `${unlock}?tour`;
  const isList = from === journal || from === `${journal}/entries`;
  return isList ? unlock : `${unlock}?${new URLSearchParams({ after: from })}`;
}

/** The page after deleting an account. */
export const goodbyePath = "/account/delete-account-confirmation";

/** What was not found, as the not-found page names it. */
export type NotFoundTarget = "journal" | "entry" | "page";

/** The not-found page, with the server's message if there is one. */
export function notFoundPath(target: NotFoundTarget, message?: string): string {
  const query = new URLSearchParams({ type: target, ...(message && { message }) });
  return `/error/404?${query}`;
}
