import { Link, useLocation } from "react-router";
import type { SnapshotFrom } from "xstate";
import { loginPath } from "../site-paths.ts";
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
 * @param props.isWaiting false when no automatic repeat follows, so that only the user can send the purchase again
 * @param props.isLoggedOut true when the user who pays is not logged in any more, so that nothing is sent
 */
export function MissingAnswer({ isWaiting, isLoggedOut }: { isWaiting: boolean; isLoggedOut: boolean }) {
  const { pathname, search } = useLocation();
  if (isLoggedOut)
    return (
      <Notice tone="failure">
        <p>{labels.loggedOut}</p>
        <p>{labels.mayLeave}</p>
        <p>
          <Link to={loginPath(pathname + search)}>{labels.account.logIn}</Link>
        </p>
      </Notice>
    );
  return (
    <Notice tone={isWaiting ? "info" : "failure"}>
      <p>{isWaiting ? labels.waiting : labels.unknown}</p>
      <p>{labels.mayLeave}</p>
    </Notice>
  );
}
