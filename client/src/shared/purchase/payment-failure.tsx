import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { Notice } from "../ui/notice.tsx";
import { purchaseText as labels } from "./purchase-text.ts";

const codesOfFailedPayments: readonly string[] = ["declined", "unavailable"];

/**
 * Says why a purchase was refused. After a failed payment it links to the page with other ways to pay and the address for help.
 *
 * @param props.children what else is to say, after the reason
 */
export function PaymentFailure({
  failure: { code, message },
  children,
}: {
  failure: ApiFailure;
  children?: ReactNode;
}) {
  return (
    <Notice tone="failure">
      <p>{message}</p>
      {children}
      {codesOfFailedPayments.includes(code) && (
        <p>
          <Link to="/app/renew-error">{labels.paymentHelp}</Link>
        </p>
      )}
    </Notice>
  );
}
