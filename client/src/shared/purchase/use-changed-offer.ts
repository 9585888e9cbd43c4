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
 * Asks for the price again when the account's membership, or the call that buys the chosen plan, changes while the user reviews a price.
 * Otherwise a person could pay again for what they bought in another tab.
 *
 * @param offer the chosen plan with the call that buys it now
 */
export function useChangedOffer(
  state: SnapshotFrom<typeof purchaseMachine>,
  send: (event: PurchaseEvent) => void,
  user: Session["user"] | null,
  offer: PlanChoice | null,
): void {
  const membershipKey = membershipKeyOf(user);
  const pricedMembershipKey = useRef(membershipKey);
  const { choice } = state.context;
  const isReviewing = state.matches("reviewing");
  const showsNoPrice = state.matches("choosing") || state.matches("pricing") || state.matches("paid");
  useEffect(() => {
    const isChanged = offer?.call !== choice?.call || pricedMembershipKey.current !== membershipKey;
    if (showsNoPrice || (isReviewing && isChanged)) pricedMembershipKey.current = membershipKey;
    if (isReviewing && isChanged && offer) send({ type: "offer.changed", choice: offer });
  });
}
