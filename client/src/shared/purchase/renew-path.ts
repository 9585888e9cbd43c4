type Params = {
  /** the code to fill in */
  readonly promoCode?: string | null | undefined;
  /** where the person wanted to go when the log-in was refused */
  readonly afterLogin?: string | null;
};

function pathWith(path: string, { promoCode, afterLogin }: Params, query = new URLSearchParams()): string {
  if (promoCode) query.set("pc", promoCode);
  if (afterLogin) query.set("after_login", afterLogin);
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * The path of the page that renews a plan.
 *
 * @param params.hidesMessage leaves out the note that the plan has ended
 */
export const renewPath = ({ hidesMessage = false, ...params }: Params & { hidesMessage?: boolean } = {}) =>
  pathWith("/app/renew", params, new URLSearchParams(hidesMessage ? { hidemessage: "true" } : {}));

/** The path of the page about a failed payment. Its link back to the page that renews a plan has the same parameters. */
export const renewErrorPath = (params: Params): string => pathWith("/app/renew-error", params);
