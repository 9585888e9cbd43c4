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
  /** the unused part of earlier purchases, which was deducted from the price */
  credit: z.number().int().nonnegative(),
  currency: z.literal("USD"),
  /** the promotion that reduced the price or added months; `null` when none applied */
  promotionId: z.string().nullable(),
  startsAt: z.string(),
  /** `null` when the membership never ends */
  endsAt: z.string().nullable(),
  at: z.string(),
};

/** Why a person downgrades, sealed with the account's key. */
const reason = sealed("membership.downgrade_reason");
/** The fields that the events at the end of a membership share. The account and `endsAt` identify the membership. */
const ending = { accountId: Id, endsAt: z.string(), at: z.string() };

/** The events in the stream of a membership. The tier that an account may use is in the stream of the account. */
export const membershipEvents = {
  /** An account that had no membership, or an expired one, bought a membership. */
  MembershipBought: event(purchase),
  /** The person paid for the same tier again. The new period begins when the current one ends. */
  MembershipRenewed: event(purchase),
  /** A paid account bought a higher plan. The new plan begins immediately; `credit` is the unused part of the old plan. */
  MembershipConverted: event(purchase),
  /** The person changed to the basic plan, which ends the paid time immediately, or from PRO plus to PRO, which keeps the paid time. */
  MembershipDowngraded: event({
    accountId: Id,
    /** the operation that carries out the downgrade */
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
  /** Automatic renewal charged the same plan again. The new period begins when the current one ends. */
  MembershipAutoRenewed: event(purchase),
  /** The person was told that the membership will renew itself, and for how much. */
  RenewalAnnounced: event({ ...ending, amount: z.number().int().positive() }),
  /** An automatic renewal could not be paid. `code` comes from the payment provider or is one of our own. */
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
