import { addDays, isExpired, type Membership, tierAt } from "../account/tier.ts";
import { halfPrice, isRunning, type Promotion } from "./promotion.ts";

/** The codes of the offers. An operator cannot create a promo code with one of these names. */
export const offerCodes = { powerUser: "POWERUSER", renew: "TWOMOREYEARS" } as const;

/** With this many entries, an account without a membership gets the offer for power users. */
export const powerUserEntries = 15;
/** How long the offer lasts after the person has seen it. */
export const powerUserDays = 7;

/** What the offer for power users depends on. */
export type PowerUserInput = {
  readonly membership: Membership | null;
  readonly entryCount: number;
  /** ISO-8601 UTC; `null` when the person has not seen the offer. */
  readonly seenAt: string | null;
};

/**
 * Half the price of plans of a year or more, for an account that has at least 15 entries and no membership, not even an expired one. The
 * offer begins when the person sees it, and ends seven days later, also when entries are deleted. Before the person has seen it, its end
 * is always seven days from now.
 *
 * @param at ISO-8601 UTC
 */
export function powerUserOffer(
  { membership, entryCount, seenAt }: PowerUserInput,
  at: string,
): Promotion | null {
  if (tierAt(membership, at) !== "free" || isExpired(membership, at)) return null;
  if (seenAt === null && entryCount < powerUserEntries) return null;
  const startsAt = seenAt ?? at;
  const offer: Promotion = {
    ...halfPrice,
    id: "power-user",
    name: "Power User Sale",
    kind: "power_user",
    startsAt,
    endsAt: addDays(startsAt, powerUserDays),
    promoCode: offerCodes.powerUser,
  };
  return isRunning(offer, at) ? offer : null;
}

/**
 * Two extra years for renewing a plan of a year or more instead of downgrading. The offer has no end date, so its `endsAt` is
 * always a day from now.
 *
 * @param at ISO-8601 UTC
 */
export const renewOffer = (at: string): Promotion => ({
  id: "renew-two-years",
  name: "Two extra years",
  kind: "renew",
  percent: 0,
  price: null,
  planKeys: null,
  extraMonths: 24,
  startsAt: at,
  endsAt: addDays(at, 1),
  promoCode: offerCodes.renew,
});

/** True for a membership with an end, also when it has expired. Only such a membership can be renewed. */
export const canRenew = (membership: Membership | null): boolean =>
  membership !== null && membership.expiresAt !== null;
