import { reject, type Rejection } from "../kernel/rejection.ts";
import type { TierPlan } from "./plan-table.ts";
import { coversPlan, type Promotion } from "./promotion.ts";

/** The pattern of a stored promo code: one word in upper case. A typed code may have lower case; see {@link parsePromoCode}. */
export const promoCodePattern = /^[A-Z0-9][A-Z0-9_-]{2,39}$/;

/** Converts a typed code to the form in which codes are stored and compared. Does not check the pattern. */
export const normalisePromoCode = (text: string): string => text.trim().toUpperCase();

/** Normalises a typed code and checks its pattern; `null` for a text that cannot be a code, for example with a null character. */
export function parsePromoCode(text: string): string | null {
  const promoCode = normalisePromoCode(text);
  return promoCodePattern.test(promoCode) ? promoCode : null;
}

/** How often a code may be used, in all and by one account; `null` for any number. */
export type UseLimits = { readonly maxUses: number | null; readonly maxUsesPerAccount: number | null };

/** How often a code was used, in all and by the account that asks. */
export type Uses = { readonly all: number; readonly byAccount: number };

/** The refusal of a promo code, with a sentence for the person who typed it. */
export const refusePromoCode = (message: string): Rejection =>
  reject("invalid_promo_code", message, { promo_code: message });

/** The refusal of a code that does not exist. */
export const unknownPromoCode = (): Rejection => refusePromoCode("We do not know this promo code.");

/**
 * Refuses a code that cannot be used now for this plan and by this account.
 *
 * @param at ISO-8601 UTC
 */
export function checkPromoCode(
  promotion: Promotion,
  limits: UseLimits,
  uses: Uses,
  wantedPlan: TierPlan,
  at: string,
): Rejection | null {
  if (at >= promotion.endsAt) return refusePromoCode("This promo code has ended.");
  if (at < promotion.startsAt) return refusePromoCode("This promo code is not valid yet.");
  if (!coversPlan(promotion, wantedPlan)) return refusePromoCode("This promo code is not for this plan.");
  if (limits.maxUsesPerAccount !== null && uses.byAccount >= limits.maxUsesPerAccount) {
    return refusePromoCode("You have used this promo code already.");
  }
  if (limits.maxUses !== null && uses.all >= limits.maxUses) {
    return refusePromoCode("This promo code has been used up.");
  }
  return null;
}
