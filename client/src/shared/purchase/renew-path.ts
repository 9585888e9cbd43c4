/**
 * The path of the page that renews a plan.
 *
 * @param hidesMessage leaves out the note that the plan has ended
 * @param promoCode the code to fill in
 * @param afterLogin where the person wanted to go when the log-in was refused
 */
export function renewPath({
  hidesMessage = false,
  promoCode,
  afterLogin,
}: {
  hidesMessage?: boolean;
  promoCode?: string | null | undefined;
  afterLogin?: string | null;
} = {}): string {
  const query = new URLSearchParams();
  if (hidesMessage) query.set("hidemessage", "true");
  if (promoCode) query.set("pc", promoCode);
  if (afterLogin) query.set("after_login", afterLogin);
  return query.size > 0 ? `/app/renew?${query}` : "/app/renew";
}
