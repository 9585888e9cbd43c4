import { useMachine } from "@xstate/react";
import { fromPromise } from "xstate";
import { momentOf } from "../dates.ts";
import { useServices } from "../services.ts";
import { Notice } from "../ui/notice.tsx";
import { useDateFormat } from "../use-date-format.ts";
import { type EarlierOutcome, earlierPurchaseMachine } from "./earlier-purchase.machine.ts";
import { findEarlierPurchase } from "./find-earlier-purchase.ts";
import { openPurchaseStore } from "./open-purchase.ts";
import { purchaseText as labels } from "./purchase-text.ts";

function messageOf(outcome: EarlierOutcome, time: string): string {
  switch (outcome.state) {
    case "paid":
      return labels.earlierPaid(outcome.description);
    case "declined":
      return labels.earlierDeclined(time, outcome.message);
    case "not charged":
      return labels.earlierNotCharged(time);
    case "not found":
      return labels.earlierNotFound(time);
    case "of a visitor":
      return labels.earlierOfVisitor(time);
    case "open":
      return labels.earlierOpen(time);
  }
}

/**
 * Says what became of a purchase when an earlier page was closed before the answer came. Give it a `key` that changes with the user.
 *
 * @param props.userId `null` for a visitor
 */
export function EarlierPurchase({ userId }: { userId: number | null }) {
  const services = useServices();
  const dateFormat = useDateFormat();
  const [state] = useMachine(
    earlierPurchaseMachine.provide({
      actors: {
        findOutcome: fromPromise(({ input, signal }) => {
          if (!input) throw new Error("There is no purchase to ask about.");
          return findEarlierPurchase(services, userId, input, signal);
        }),
      },
    }),
    // The machine uses only the first value: a purchase that the form sends later is not an earlier purchase.
    { input: { purchase: openPurchaseStore.find(userId, services.clock.now()) } },
  );
  const { purchase, outcome } = state.context;
  if (!purchase || !outcome) return null;
  const time = momentOf(new Date(purchase.startedAt).toISOString(), dateFormat);
  return <Notice>{messageOf(outcome, time)}</Notice>;
}
