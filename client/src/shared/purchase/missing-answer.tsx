import type { SnapshotFrom } from "xstate";
import { Notice } from "../ui/notice.tsx";
import type { purchaseMachine } from "./purchase.machine.ts";
import { purchaseText as labels } from "./purchase-text.ts";

/** True while the result of a purchase is unknown after its first attempt. */
export const isAnswerMissing = (state: SnapshotFrom<typeof purchaseMachine>): boolean =>
  state.matches("waiting") ||
  state.matches("unknown") ||
  (state.matches("paying") && state.context.repeats > 0);

/**
 * Says that there is no answer about a payment yet, and that the person may leave the page.
 *
 * @param props.isWaiting false when only the user can send the purchase again
 */
export function MissingAnswer({ isWaiting }: { isWaiting: boolean }) {
  return (
    <Notice tone={isWaiting ? "info" : "failure"}>
      <p>{isWaiting ? labels.waiting : labels.unknown}</p>
      <p>{labels.mayLeave}</p>
    </Notice>
  );
}
