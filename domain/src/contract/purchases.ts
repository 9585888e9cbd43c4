import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { endpoint } from "./endpoint.ts";
import { bounds } from "./bounds.ts";
import { PromoCodeText } from "./plans.ts";
import { Redemption } from "./redemption.ts";
import { Session, signupFields } from "./sessions.ts";
import { Email, Instant, InstantInput, NewPassword, optionalName, queryInt } from "./values.ts";

/** US dollars with two decimals. */
const dollars = z.number().nonnegative();
const packageName = z.string().max(100);

const nonce = z.string().min(1, "Choose how to pay.").max(500);

/** The fields of a purchase (spec section 3). A nonce stands for a card or a PayPal account that only the payment provider knows. */
const paymentFields = z.object({
  /** The server ignores it. */
  existing: z.number().optional(),
  client: z.string().max(20).optional(),
  payment_method_nonce: nonce.optional(),
  /** the stored payment method, instead of a nonce */
  payment_method_id: Id.optional(),
  /** in years; 1 for a month and for life */
  subscription: z.number().int().positive(),
  membership_package_name: packageName,
  /** the price that the form showed; when the price has changed since, nothing is bought */
  current_total: dollars.optional(),
  /** the start of the period that the form showed; when a renewal would start at another time now, nothing is bought */
  starts_at: InstantInput.optional(),
});

/** True when a purchase has exactly one payment method, or none and was shown as free. */
function hasOneWayToPay(fields: Partial<z.output<typeof paymentFields>>): boolean {
  const ways = [fields.payment_method_nonce, fields.payment_method_id].filter((way) => way !== undefined);
  return ways.length === 1 || (ways.length === 0 && fields.current_total === 0);
}
const wayToPayMissing = { path: ["payment_method_nonce"], error: "Choose how to pay." };

const PaymentSubmission = paymentFields.refine(hasOneWayToPay, wayToPayMissing);
/** What a purchase sends. */
export type PaymentSubmission = z.output<typeof PaymentSubmission>;

/** A promo code may be the last part of the path of each call that buys something. */
const promoCodeParam = z.object({ promoCode: PromoCodeText.optional() });

const { last_name, receive_marketing_emails, timezone, date_format, turnstile } = signupFields;

/** A visitor who buys: with the password of their account, or with one for a new account. */
const Visitor = z.object({
  email: Email,
  plain_password: NewPassword,
  turnstile,
  /** of a new account; when it is missing, the first part of the e-mail address is the name */
  first_name: optionalName(bounds.personName, "Your first name is too long.").default(""),
  last_name,
  receive_marketing_emails,
  timezone,
  date_format,
});

const PaymentMethod = z.object({
  id: Id,
  type: z.enum(["card", "paypal"]),
  /** such as "Visa"; `null` for PayPal, like `last_four` and `expires` */
  brand: z.string().nullable(),
  last_four: z.string().nullable(),
  /** the last month in which it can be charged, such as "2028-09" */
  expires: z.string().nullable(),
  paypal_email: z.string().nullable(),
  is_default: z.boolean(),
});
/** A stored payment method. */
export type PaymentMethod = z.output<typeof PaymentMethod>;

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

/** The calls about purchases and payment methods. A call that buys a membership replies with the session as it is afterwards. */
export const purchases = {
  goProLoggedIn: endpoint({ ...purchase, errors }),
  /**
   * A first plan, or another one after the membership has ended, for a visitor. It creates an account if the e-mail address has none.
   * When the card is declined, the new account stays, without a plan.
   */
  goProLoggedOut: endpoint({
    ...purchase,
    access: "public",
    body: paymentFields
      .omit({ payment_method_id: true })
      .extend({ user: Visitor })
      .refine(hasOneWayToPay, wayToPayMissing),
    errors: [...errors, "wrong_credentials", "bot_check"],
  }),
  /** The change to PRO plus. The unused part of the current plan is deducted. */
  proPlusConversion: endpoint({ ...purchase, errors: [...errors, "pro_required"] }),
  /** Renews the same tier from the end of the current period; after the membership has expired, any tier from now on. */
  manualRenew: endpoint({ ...purchase, errors: [...errors, "pro_required"] }),
  /**
   * What became of a purchase whose reply was lost. `key` is the `Idempotency-Key` of the call that sent the purchase. A user also finds
   * a purchase that they sent as a visitor.
   */
  getSentPurchase: endpoint({
    access: "session",
    query: z.object({ key: z.string().min(1, "Send the key of the purchase.").max(bounds.idempotencyKey) }),
    replies: {
      200: z.object({
        /** `unknown`: no order has this key; `open`: still in progress; `not_charged`: there was no charge, and there will be none */
        state: z.enum(["unknown", "open", "paid", "declined", "not_charged"]),
        /** the plan, such as "PRO, 1 Year"; `null` when the state is `unknown` */
        description: z.string().nullable(),
        /** why the card was declined; `null` in the other states */
        message: z.string().nullable(),
      }),
    },
  }),
  listPaymentMethods: endpoint({
    access: "session",
    replies: { 200: z.object({ payment_methods: z.array(z.object({ payment_method: PaymentMethod })) }) },
  }),
  /** Stores a payment method, which replaces the stored one. */
  editPaymentInfo: endpoint({
    access: "session",
    body: z.object({ payment_method_nonce: nonce }),
    replies: { 200: z.object({ payment_info: PaymentMethod }) },
    errors: ["declined", "not_found"],
  }),
  /** Removes the stored payment method, and turns automatic renewal off. */
  removePaymentMethod: endpoint({
    access: "session",
    params: z.object({ methodId: IdText }),
    replies: { 204: null },
    errors: ["not_found"],
  }),
  /** Redeems a code that makes one plan free: 200 for an account that exists, 201 for a new one. */
  redeemPromo: endpoint({
    access: "public",
    body: Redemption,
    replies: { 200: Session, 201: Session },
    errors: ["invalid_promo_code", "wrong_credentials", "bot_check", "payment_pending"],
  }),
  /** What a plan would cost now. */
  getProRatedPrice: endpoint({
    access: "session",
    query: z.object({ package: packageName, subscription: queryInt(1, 100, 1) }),
    replies: {
      200: z.object({
        /** the price of the plan, before the deduction */
        price: dollars,
        /** the unused part of the current plan, which is deducted */
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
