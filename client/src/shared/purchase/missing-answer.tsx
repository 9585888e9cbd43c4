import type { SnapshotFrom } from "xstate";
import { Notice } from "../ui/notice.tsx";
import type { purchaseMachine } from "./purchase.machine.ts";
import { purchaseText as labels } from "./purchase-text.ts";

/** True while a purchase was sent and its answer is missing. */
export const isAnswerMissing = (state: SnapshotFrom<typeof purchaseMachine>): boolean =>
  state.matches("waiting") ||
  state.matches("unknown") ||
  (state.matches("paying") && state.context.repeats > 0);

/**
 * Says that the answer about a payment is missing, and that nobody has to wait for it.
 *
 * @param props.isWaiting true while the purchase is sent again by itself
 */
export function MissingAnswer({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Notice tone={isWaiting ? "info" : "failure"}>
      <p>{isWaiting ? labels.waiting : labels.unknown}</p>
      <p>{labels.mayLeave}</p>
    </Notice>
  );
}
