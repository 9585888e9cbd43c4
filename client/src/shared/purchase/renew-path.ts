/**
 * The page that renews a plan.
 *
 * @param hidesMessage leaves out the note that the plan has ended
 * @param promoCode is filled in
 */
export function renewPath({
  hidesMessage = false,
  promoCode,
}: { hidesMessage?: boolean; promoCode?: string | null | undefined } = {}): string {
  const query = new URLSearchParams();
  if (hidesMessage) query.set("hidemessage", "true");
  if (promoCode) query.set("pc", promoCode);
  return query.size > 0 ? `/app/renew?${query}` : "/app/renew";
}
