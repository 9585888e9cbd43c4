import { z } from "zod";
import { promotionKinds } from "../plans/promotion.ts";
import { endpoint } from "./endpoint.ts";
import { Instant } from "./values.ts";

/** US dollars with two decimals. */
const dollars = z.number().nonnegative();

const Plan = z.object({
  name: z.string(),
  value: z.string(),
  /** the lowest tier that has the plan */
  level: z.enum(["pro", "plus"]),
  /** the prices with the current promotion. The prices of PRO (also `fullPrice`) are `null` when only PRO plus has the plan */
  price: dollars.nullable(),
  plusPrice: dollars,
  /** the prices without a promotion */
  fullPrice: dollars.nullable(),
  fullPlusPrice: dollars,
  /** the full price less the current price */
  savings: dollars,
  plusSavings: dollars,
  /** the price per month in words; `null` for monthly and lifetime plans, and when the price is reduced */
  note: z.string().nullable(),
  plusNote: z.string().nullable(),
  /** what a purchase sends: `subscription`, and one of the two package names as `membership_package_name` */
  subscription: z.number(),
  packageName: z.string().nullable(),
  plusPackageName: z.string(),
});
/** A plan and its prices. */
export type Plan = z.output<typeof Plan>;

/** A promotion in replies. */
export const Promotion = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(promotionKinds),
  percent: z.number(),
  /** how many months a purchase adds to those of the plan */
  extra_months: z.number(),
  ends_at: Instant,
  promo_code: z.string().nullable(),
});
/** See {@link Promotion}. */
export type Promotion = z.output<typeof Promotion>;

/** The text that a person entered as a promo code. Only a look-up tells whether there is such a code. */
export const PromoCodeText = z.string().min(1, "Enter a promo code.").max(100);

/** The calls about plans and their prices. */
export const plans = {
  listPlans: endpoint({
    access: "optional",
    replies: {
      200: z.object({ plans: z.array(z.object({ plan: Plan })), promotion: Promotion.nullable() }),
    },
  }),
  /** The offer for renewing instead of downgrading; `null` when the caller cannot renew, or has used the offer. */
  getDowngradeOffer: endpoint({
    access: "optional",
    replies: { 200: z.object({ promotion: Promotion.nullable() }) },
  }),
  /** What a plan would cost with a promo code. */
  validatePromoCode: endpoint({
    access: "optional",
    body: z.object({
      promo_code: PromoCodeText,
      /** in years; 1 also for a plan of a month or for life */
      subscription: z.number().int().positive(),
      membership_package_name: z.string().max(100),
      /** the price that the page shows; the server ignores it and computes the price itself */
      price: z.number().optional(),
    }),
    replies: {
      200: z.object({
        promo_code: z.string(),
        /** what would be charged without the code */
        price: dollars,
        /** what would be charged with the code */
        current_total: dollars,
        discount: dollars,
        /** the promotion that applies: that of the code, or another one that is at least as good */
        promotion: Promotion.nullable(),
      }),
    },
    errors: ["invalid_promo_code"],
  }),
};
