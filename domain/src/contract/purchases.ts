import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { PromoCodeText } from "./plans.ts";
import { Session } from "./sessions.ts";
import { Instant, queryInt } from "./values.ts";

/** US dollars with two decimals. */
const dollars = z.number().nonnegative();
const packageName = z.string().max(100);

/** What a purchase sends (spec section 3). A nonce stands for a card that only the payment provider knows. */
const PaymentSubmission = z.object({
  existing: z.number().optional(),
  client: z.string().max(20).optional(),
  payment_method_nonce: z.string().min(1, "Choose how to pay.").max(500),
  /** in years; 1 for a month and for life */
  subscription: z.number().int().positive(),
  membership_package_name: packageName,
  /** what the form said it costs; when it costs something else now, nothing is bought */
  current_total: dollars.optional(),
});
/** See {@link PaymentSubmission}. */
export type PaymentSubmission = z.output<typeof PaymentSubmission>;

/** The end of the path of each call that buys something. */
const promoCodeParam = z.object({ promoCode: PromoCodeText.optional() });

const purchase = {
  access: "session" as const,
  params: promoCodeParam,
  body: PaymentSubmission,
  replies: { 200: Session },
};
const errors = [
  "declined",
  "payment_pending",
  "payment_unknown",
  "already_paid",
  "invalid_promo_code",
] as const;

/** The calls that buy a membership. Each replies with the session as it is afterwards. */
export const purchases = {
  goProLoggedIn: endpoint({ ...purchase, errors }),
  /** The change to PRO plus. What is left of the plan is deducted. */
  proPlusConversion: endpoint({ ...purchase, errors: [...errors, "pro_required"] }),
  /** Another time of the same tier. It begins when the current one ends. */
  manualRenew: endpoint({ ...purchase, errors: [...errors, "pro_required"] }),
  /** What a plan would cost now. */
  getProRatedPrice: endpoint({
    access: "session",
    query: z.object({ package: packageName, subscription: queryInt(1, 100, 1) }),
    replies: {
      200: z.object({
        /** the price of the plan, before the deduction */
        price: dollars,
        /** what is left of the current plan and is deducted */
        credit: dollars,
        /** what would be charged */
        current_total: dollars,
        starts_at: Instant,
        /** `null` when it never ends */
        ends_at: Instant.nullable(),
      }),
    },
  }),
};
