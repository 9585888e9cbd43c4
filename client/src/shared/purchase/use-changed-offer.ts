import type { Session } from "@daybook/domain/contract/sessions";
import { useEffect, useRef } from "react";
import type { SnapshotFrom } from "xstate";
import type { PlanChoice, PurchaseEvent } from "./purchase-types.ts";
import type { purchaseMachine } from "./purchase.machine.ts";

/** The user's plan as a text that changes with the plan. A plan that is bought in another tab arrives with the session. */
export const planKeyOf = (user: Pick<Session["user"], "pro_membership"> | null): string =>
  JSON.stringify(user?.pro_membership ?? null);

/**
 * Asks for the price again when the account's plan, or the call that buys the chosen plan, changes while the user reviews a price.
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
  const planKey = planKeyOf(user);
  const pricedPlanKey = useRef(planKey);
  const { choice } = state.context;
  const isReviewing = state.matches("reviewing");
  const showsNoPrice = state.matches("choosing") || state.matches("pricing") || state.matches("paid");
  useEffect(() => {
    const isChanged = offer?.call !== choice?.call || pricedPlanKey.current !== planKey;
    if (showsNoPrice || (isReviewing && isChanged)) pricedPlanKey.current = planKey;
    if (isReviewing && isChanged && offer) send({ type: "offer.changed", choice: offer });
  });
}
