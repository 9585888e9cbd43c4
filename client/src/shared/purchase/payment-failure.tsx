import type { ReactNode } from "react";
import { Link, useSearchParams } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { Notice } from "../ui/notice.tsx";
import { purchaseText as labels } from "./purchase-text.ts";
import { renewErrorPath } from "./renew-path.ts";

const codesOfFailedPayments: readonly string[] = ["declined", "unavailable"];

/**
 * Says why a purchase was refused. When the payment failed, it also links to a page with other ways to pay and an address for
 * help.
 *
 * @param props.children more text, shown after the reason
 */
export function PaymentFailure({
  failure: { code, message },
  children,
}: {
  failure: ApiFailure;
  children?: ReactNode;
}) {
  const [query] = useSearchParams();
  const helpPath = renewErrorPath({ promoCode: query.get("pc"), afterLogin: query.get("after_login") });
  return (
    <Notice tone="failure">
      <p>{message}</p>
      {children}
      {codesOfFailedPayments.includes(code) && (
        <p>
          <Link to={helpPath}>{labels.paymentHelp}</Link>
        </p>
      )}
    </Notice>
  );
}
