import type { Promotion } from "@daybook/domain/contract/plans";

const pages: Readonly<Record<Promotion["kind"], string>> = {
  flash: "/promos/flash-sale",
  power_user: "/promos/power-user-sale",
  summer: "/promos/summer-sale",
  renew: "/promos/renew",
  code: "/promos/offer",
};

/** The path of the page of a promotion. If the promotion has a promo code, the query contains the code. */
export function offerPath({ kind, promo_code: code }: Pick<Promotion, "kind" | "promo_code">): string {
  return code === null ? pages[kind] : `${pages[kind]}?${new URLSearchParams({ pc: code })}`;
}
