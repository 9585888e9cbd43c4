import { z } from "zod";
import { event, type EventOf } from "../kernel/define-events.ts";
import { Id } from "../kernel/ids.ts";

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

/** The events of what an account has paid for. Which tier applies is on the account's own stream. */
export const membershipEvents = {
  /** An account without a membership, or with an expired one, bought one. */
  MembershipBought: event(purchase),
  /** The same tier was paid for again. It begins when the one before ends. */
  MembershipRenewed: event(purchase),
  /** A paid account bought a higher plan. It begins at once; what was left of the old one is its credit. */
  MembershipConverted: event(purchase),
};

/** See {@link membershipEvents}. */
export type MembershipEvent = EventOf<typeof membershipEvents>;
/** The data of a purchase's event. */
export type Purchase = MembershipEvent["data"];
