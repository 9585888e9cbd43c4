import { z } from "zod";
import { Id, IdText } from "../kernel/ids.ts";
import { Session } from "./sessions.ts";
import { bounds } from "./bounds.ts";
import { endpoint } from "./endpoint.ts";
import { Promotion } from "./plans.ts";
import { activityKinds, oneTimeModals } from "./settings-values.ts";
import { Email, Instant, NewPassword, optionalName, queryInt, requiredName } from "./values.ts";

/** The person's data on the account page. */
export const Profile = z.object({
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: Instant,
  /** a requested new address, until its mailed link is opened */
  pending_email: z.string().nullable(),
});
/** See {@link Profile}. */
export type Profile = z.output<typeof Profile>;

const AccountSession = z.object({
  id: Id,
  created_at: Instant,
  last_used_at: Instant.nullable(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
  /** true for the session of the request itself */
  current: z.boolean(),
});
/** A logged-in browser or device. */
export type AccountSession = z.output<typeof AccountSession>;

const Activity = z.object({
  id: Id,
  at: Instant,
  kind: z.enum(activityKinds),
  /** one sentence for the account's owner */
  summary: z.string(),
  ip: z.string().nullable(),
  user_agent: z.string().nullable(),
});
/** A row of the account's activity list. */
export type Activity = z.output<typeof Activity>;

const Billing = z.object({
  /** `null` in an account without a membership */
  package_name: z.string().nullable(),
  subscription_length: z.number().nullable(),
  /** `null` without a membership, or when it never ends */
  expires_at: Instant.nullable(),
  auto_renew: z.boolean(),
  /** when the next charge is due; `null` when nothing will be charged */
  next_charge: Instant.nullable(),
  /** the amount of the next charge, in US dollars with two decimals; `null` when nothing will be charged */
  next_amount: z.number().nullable(),
});
/** An account's membership and its next charge. */
export type Billing = z.output<typeof Billing>;

const Order = z.object({
  id: Id,
  description: z.string(),
  /** US dollars with two decimals */
  amount: z.number(),
  currency: z.string(),
  created_at: Instant,
  /** `null` when no card was charged, for example with PayPal */
  card_last_four: z.string().nullable(),
  /** the unused part of an earlier plan, which was deducted from the price */
  credit: z.number(),
  /** when the paid period ends; `null` when it never ends */
  ends_at: Instant.nullable(),
  /** true for an order of the test mode, in which nobody is really charged */
  test_mode: z.boolean(),
  /** what was paid back, in US dollars */
  refunded: z.number(),
});
/** A paid order. */
export type Order = z.output<typeof Order>;

const OneTimeModalState = z.object({
  type: z.enum(oneTimeModals),
  show: z.boolean(),
  promo_code: z.string().nullable(),
  /** the promotion in the modal, also after it was seen; `null` when the account has no promotion */
  promotion: Promotion.nullable(),
});
const modalType = z.enum(oneTimeModals, { error: "There is no such modal." });
const password = z.string().max(1000);

/** Calls of people about their own account: its profile, sessions, activity, deletion, billing and offers. */
export const account = {
  getProfile: endpoint({ access: "session", replies: { 200: z.object({ profile: Profile }) } }),
  updateProfile: endpoint({
    access: "session",
    body: z
      .object({
        first_name: requiredName("Your first name", bounds.personName).optional(),
        last_name: optionalName(bounds.personName, "Your last name is too long.").optional(),
        /** when absent, the address does not change */
        new_email: Email.optional(),
        retype_email: z.string().trim().optional(),
      })
      .refine((form) => form.new_email?.toLowerCase() === form.retype_email?.toLowerCase(), {
        path: ["retype_email"],
        error: "The two addresses are not the same.",
      }),
    replies: { 200: z.object({ profile: Profile, pending_email: z.string().nullable() }) },
  }),
  confirmEmail: endpoint({
    access: "public",
    body: z.object({ token: z.string().max(500) }),
    replies: { 200: z.object({ profile: Profile }) },
    errors: ["not_found"],
  }),
  changePassword: endpoint({
    access: "session",
    body: z
      .object({
        current_password: password,
        new_password: NewPassword,
        retype_password: z.string(),
        client: z.string().max(20).optional(),
      })
      .refine((form) => form.new_password === form.retype_password, {
        path: ["retype_password"],
        error: "The two passwords are not the same.",
      }),
    replies: { 200: Session },
    errors: ["wrong_password"],
  }),
  listSessions: endpoint({
    access: "session",
    replies: { 200: z.object({ sessions: z.array(z.object({ session: AccountSession })) }) },
  }),
  endSession: endpoint({
    access: "session",
    params: z.object({ sessionId: IdText }),
    replies: { 204: null },
    errors: ["not_found"],
  }),
  endOtherSessions: endpoint({ access: "session", replies: { 204: null } }),
  listActivity: endpoint({
    access: "session",
    query: z.object({ page: queryInt(1, 1_000_000, 1) }),
    replies: {
      200: z.object({
        page: z.number(),
        total_pages: z.number(),
        activities: z.array(z.object({ activity: Activity })),
      }),
    },
  }),
  requestDelete: endpoint({ access: "session", replies: { 204: null } }),
  deleteAccount: endpoint({
    access: "session",
    body: z.object({ password }),
    replies: { 204: null },
    errors: ["wrong_password"],
  }),
  getBilling: endpoint({ access: "session", replies: { 200: z.object({ billing: Billing }) } }),
  listOrders: endpoint({
    access: "session",
    replies: { 200: z.object({ orders: z.array(z.object({ order: Order })) }) },
  }),
  disableAutoRenew: endpoint({ access: "session", replies: { 200: z.object({ billing: Billing }) } }),
  enableAutoRenew: endpoint({
    access: "session",
    replies: { 200: z.object({ billing: Billing }) },
    errors: ["no_payment_method", "plan_not_sold"],
  }),
  getOneTimeModal: endpoint({
    access: "session",
    query: z.object({ type: modalType }),
    replies: { 200: OneTimeModalState },
  }),
  /** Records that the person has seen the modal. */
  setOneTimeModal: endpoint({
    access: "session",
    body: z.object({ type: modalType }),
    replies: { 200: OneTimeModalState },
  }),
  /** Ends marketing e-mails to an address, also without an account. */
  unsubscribeSponsored: endpoint({
    access: "public",
    body: z.object({ email: z.string().max(1000) }),
    replies: { 204: null },
  }),
};
