import type { Session } from "@daybook/domain/contract/sessions";
import { useEffect, useRef } from "react";
import type { SnapshotFrom } from "xstate";
import type { PlanChoice, PurchaseEvent } from "./purchase-types.ts";
import type { purchaseMachine } from "./purchase.machine.ts";

/** A text that changes when the user's membership changes, also by a purchase in another tab: this tab then gets the new session. */
export const membershipKeyOf = (user: Pick<Session["user"], "pro_membership"> | null): string =>
  JSON.stringify(user?.pro_membership ?? null);

/** A text that changes when the plans may have other prices for this person: after a log-in, and after a purchase. */
export const offerKeyOf = (session: Session | null): string =>
  session ? `${session.user.id} ${membershipKeyOf(session.user)}` : "visitor";

/**
 * Asks for the price again when one of these changes while the user reviews a price: the membership, the listed price of the chosen
 * plan, or the call that buys the plan. Without this, a person could pay again for what they bought in another tab.
 *
 * @param offer the chosen plan, with the call that buys it for the current session
 * @param listedPrice the price of the chosen plan in the list of plans
 */
export function useChangedOffer(
  state: SnapshotFrom<typeof purchaseMachine>,
  send: (event: PurchaseEvent) => void,
  user: Session["user"] | null,
  offer: PlanChoice | null,
  listedPrice: number | null,
): void {
  const membershipAndPrice = `${membershipKeyOf(user)} ${listedPrice}`;
  const lastMembershipAndPrice = useRef(membershipAndPrice);
  const { choice } = state.context;
  const isReviewing = state.matches("reviewing");
  const showsNoPrice = state.matches("choosing") || state.matches("pricing") || state.matches("paid");
  useEffect(() => {
    const isChanged = offer?.call !== choice?.call || lastMembershipAndPrice.current !== membershipAndPrice;
    if (showsNoPrice || (isReviewing && isChanged)) lastMembershipAndPrice.current = membershipAndPrice;
    if (isReviewing && isChanged && offer) send({ type: "offer.changed", choice: offer });
  });
}
