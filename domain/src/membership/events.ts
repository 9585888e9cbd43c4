import { z } from "zod";
import { type DataOf, event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";
import { sealed } from "../kernel/sealed.ts";

/** What every purchase records. Amounts are whole cents. */
const purchase = {
  accountId: Id,
  /** The payment provider knows the charge by this id too. */
  orderId: Id,
  level: z.enum(["pro", "plus"]),
  packageName: z.string(),
  /** in years; 1 for monthly and lifetime memberships */
  subscriptionLength: z.number(),
  /** what was charged */
  amount: z.number().int().nonnegative(),
  /** what was left of earlier purchases and counted as paid */
  credit: z.number().int().nonnegative(),
  currency: z.literal("USD"),
  /** the sale that reduced the price */
  promotionId: z.string().nullable(),
  startsAt: z.string(),
  /** `null` when it never ends */
  endsAt: z.string().nullable(),
  at: z.string(),
};

/** The account's key seals why a person downgrades. */
const reason = sealed("membership.downgrade_reason");
/** The membership that is to be renewed by itself, or that has ended: its account, and its end. */
const ending = { accountId: Id, endsAt: z.string(), at: z.string() };

/** The events of what an account has paid for. Which tier applies is on the account's own stream. */
export const membershipEvents = {
  /** An account without a membership, or with an expired one, bought one. */
  MembershipBought: event(purchase),
  /** The same tier was paid for again. It begins when the one before ends. */
  MembershipRenewed: event(purchase),
  /** A paid account bought a higher plan. It begins at once; what was left of the old one is its credit. */
  MembershipConverted: event(purchase),
  /** The person went back to the basic plan, or from PRO plus to PRO. What is left of the paid time ends with the basic plan. */
  MembershipDowngraded: event({
    accountId: Id,
    /** the operation that does it */
    operationId: Id,
    from: z.enum(["pro", "plus"]),
    to: z.enum(["free", "pro"]),
    /** orders whose amount is paid back */
    refundedOrders: z.array(Id),
    /** `null` when the person gave none */
    reason: reason.nullable(),
    comments: sealed("membership.downgrade_comments").nullable(),
    at: z.string(),
  }),
  /** The payment provider paid the amount of an order back. */
  MembershipRefunded: event({
    accountId: Id,
    orderId: Id,
    amount: z.number().int().positive(),
    currency: z.literal("USD"),
    at: z.string(),
  }),
  /** The same plan was paid for again without the person, because automatic renewal is on. It begins when the one before ends. */
  MembershipAutoRenewed: event(purchase),
  /** The person was told that the membership will renew itself, and for how much. */
  RenewalAnnounced: event({ ...ending, amount: z.number().int().positive() }),
  /** An automatic renewal could not be paid. `code` is one of the payment provider or of ours. */
  RenewalPaymentFailed: event({
    ...ending,
    attempt: z.number().int().positive(),
    /** `null` when there was nothing to charge, for example no stored payment method */
    orderId: Id.nullable(),
    code: z.string(),
  }),
  /** The membership has ended and was not renewed. The account counts as free. */
  MembershipExpired: event(ending),
};

/** See {@link membershipEvents}. */
export type MembershipEvent = EventOf<typeof membershipEvents>;
/** The data of a purchase's event. */
export type Purchase = DataOf<MembershipEvent, "MembershipBought">;
