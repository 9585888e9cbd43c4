import type { PayResult } from "./purchase-types.ts";

/** True for a purchase that was refused because what the page showed has changed: the price, the start of the plan, or the promo code. */
export const isPageOutdated = (result: PayResult): boolean =>
  !result.ok &&
  (result.code === "invalid_promo_code" ||
    ["current_total", "starts_at"].some((field) => result.fields?.[field] !== undefined));
