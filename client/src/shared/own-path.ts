/**
 * A path of this site that a link may lead to after a login or a redirect; `null` for anything that could leave it.
 * One leading slash, no `//`, no backslash, no control characters (browsers drop some of them while parsing).
 */
export function ownPath(text: string | null | undefined): string | null {
  if (!text || !/^\/(?!\/)/.test(text)) return null;
  // oxlint-disable-next-line no-control-regex -- they are what is refused
  return /\/\/|\\|[\u0000-\u0020\u007f]/.test(text) ? null : text;
}

/**
 * The login page, with the way back.
 *
 * @param from path and query of the page that asked; left out when it is no page of this site
 * @param reason why, as the banner of the login page knows it
 */
export function loginPath(from: string | null, reason?: "unauthed" | "expired"): string {
  const query = new URLSearchParams();
  if (reason) query.set("message", reason);
  if (reason === "unauthed") query.set("status", "401");
  const back = ownPath(from);
  if (back) query.set("after_login", back);
  return query.size > 0 ? `/app/login?${query}` : "/app/login";
}

/** What an error page says was not found. */
export type Target = "journal" | "entry" | "page";

/** The not-found page, with the server's sentence when there is one. */
export function notFoundPath(target: Target, message?: string): string {
  const query = new URLSearchParams({ type: target, ...(message && { message }) });
  return `/error/404?${query}`;
}
