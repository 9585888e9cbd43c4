import type { PurchaseSource } from "@daybook/domain/contract/analytics-values";
import { Link } from "react-router";
import type { ApiFailure } from "../api-client.ts";
import { loginPath } from "../site-paths.ts";
import { Notice } from "../ui/notice.tsx";
import { PaymentFailure } from "./payment-failure.tsx";
import { purchaseText } from "./purchase-text.ts";
import { wrongFieldOf } from "./visitor-part.ts";

const labels = purchaseText.account;

/**
 * Says why the purchase of a visitor was refused, with a link to where the visitor can go on. The account of a new visitor is created
 * before the charge, so it exists even when the card is declined. Does not repeat an error that is shown at the e-mail address or
 * password.
 */
function VisitorFailure({ failure, source }: { failure: ApiFailure; source: PurchaseSource }) {
  const isRenewal = source === "renew_page";
  if (failure.code === "wrong_credentials") {
    if (isRenewal) return null;
    return (
      <Notice>
        <p>
          {labels.taken} <Link to="/app/forgot-password">{labels.forgot}</Link>
        </p>
      </Notice>
    );
  }
  if (wrongFieldOf(failure) !== null) return null;
  return (
    <PaymentFailure failure={failure}>
      {failure.code === "declined" && !isRenewal && (
        <p>
          {labels.exists} <Link to={loginPath(null)}>{labels.logIn}</Link>
        </p>
      )}
      {failure.code === "already_paid" && (
        <p>
          <Link to={loginPath(null)}>{labels.logIn}</Link>
        </p>
      )}
    </PaymentFailure>
  );
}

/** Says why a purchase was refused. */
export function PurchaseFailure({
  failure,
  buysAsVisitor,
  source,
}: {
  failure: ApiFailure;
  /** true for somebody who buys without a session */
  buysAsVisitor: boolean;
  source: PurchaseSource;
}) {
  if (buysAsVisitor) return <VisitorFailure failure={failure} source={source} />;
  return <PaymentFailure failure={failure} />;
}
