import type { Session } from "@daybook/domain/contract/sessions";
import { useEffect, useRef } from "react";
import type { SnapshotFrom } from "xstate";
import type { PlanChoice, PurchaseEvent } from "./purchase-types.ts";
import type { purchaseMachine } from "./purchase.machine.ts";

/** The user's membership as a text that changes with it. A plan that is bought in another tab arrives with the session. */
export const membershipKeyOf = (user: Pick<Session["user"], "pro_membership"> | null): string =>
  JSON.stringify(user?.pro_membership ?? null);

/** A text that changes when the plans may have other prices for this person: after a log-in, and after a purchase. */
export const offerKeyOf = (session: Session | null): string =>
  session ? `${session.user.id} ${membershipKeyOf(session.user)}` : "visitor";

/**
 * Asks for the price again when the offer changes while the user reviews a price. The offer consists of the account's membership, the
 * listed price of the chosen plan, and the call that buys the plan. Otherwise a person could pay again for what they bought in another tab.
 *
 * @param offer the chosen plan with the call that buys it now
 * @param listedPrice the price of the chosen plan in the list
 */
export function useChangedOffer(
  state: SnapshotFrom<typeof purchaseMachine>,
  send: (event: PurchaseEvent) => void,
  user: Session["user"] | null,
  offer: PlanChoice | null,
  listedPrice: number | null,
): void {
  const offerKey = `${membershipKeyOf(user)} ${listedPrice}`;
  const pricedOfferKey = useRef(offerKey);
  const { choice } = state.context;
  const isReviewing = state.matches("reviewing");
  const showsNoPrice = state.matches("choosing") || state.matches("pricing") || state.matches("paid");
  useEffect(() => {
    const isChanged = offer?.call !== choice?.call || pricedOfferKey.current !== offerKey;
    if (showsNoPrice || (isReviewing && isChanged)) pricedOfferKey.current = offerKey;
    if (isReviewing && isChanged && offer) send({ type: "offer.changed", choice: offer });
  });
}
