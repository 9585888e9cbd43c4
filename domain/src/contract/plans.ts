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
  /** what is asked now; the prices without "plus" are `null` when only the plus tier has the plan */
  price: dollars.nullable(),
  plusPrice: dollars,
  fullPrice: dollars.nullable(),
  fullPlusPrice: dollars,
  /** how much less is asked now than the full price */
  savings: dollars,
  plusSavings: dollars,
  /** the price of a month in words; `null` when there is nothing to say */
  note: z.string().nullable(),
  plusNote: z.string().nullable(),
  /** what a purchase sends: `subscription` and one of the two as `membership_package_name` */
  subscription: z.number(),
  packageName: z.string().nullable(),
  plusPackageName: z.string(),
});
/** A plan and its prices. */
export type Plan = z.output<typeof Plan>;

const Promotion = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(promotionKinds),
  percent: z.number(),
  ends_at: Instant,
  promo_code: z.string().nullable(),
});
/** A sale or an offer. */
export type Promotion = z.output<typeof Promotion>;

/** The calls about plans and their prices. */
export const plans = {
  listPlans: endpoint({
    access: "public",
    replies: {
      200: z.object({ plans: z.array(z.object({ plan: Plan })), promotion: Promotion.nullable() }),
    },
  }),
};
