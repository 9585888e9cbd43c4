import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import type { MethodView } from "@daybook/application/payment-methods/view-method";

/** A stored payment method in a reply. An account has at most one, so it is always the default. */
export function presentPaymentMethod({ id, details }: MethodView): PaymentMethod {
  const isCard = details.type === "card";
  return {
    id,
    type: details.type,
    brand: isCard ? details.brand : null,
    last_four: isCard ? details.lastFour : null,
    expires: isCard ? details.expires : null,
    paypal_email: isCard ? null : details.email,
    is_default: true,
  };
}
