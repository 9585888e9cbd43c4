import type { Plan } from "@daybook/domain/contract/plans";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useFetched } from "../../shared/use-fetched.ts";
import { billingText } from "./billing-text.ts";
import { PaymentMethodSection } from "./payment-method-section.tsx";
import { PlanSection } from "./plan-section.tsx";

/**
 * The plan of the account, and its payment method.
 *
 * @param version a change of this value reloads the plan and the payment method
 * @param startsWithForm opens the form for a payment method
 * @param onMethodChanged called after the payment method was stored or removed
 * @param onRenewalChanged called after automatic renewal was turned on or off
 */
export function PlanAndPayment({
  plans,
  version,
  startsWithForm,
  onMethodChanged,
  onRenewalChanged,
}: {
  plans: readonly Plan[];
  version: unknown;
  startsWithForm: boolean;
  onMethodChanged: () => void;
  onRenewalChanged: () => void;
}) {
  const billing = useFetched("getBilling", {}, version);
  const methods = useFetched("listPaymentMethods", {}, version);
  const failure = billing.failure ?? methods.failure;
  const reloadBoth = () => {
    billing.reload();
    methods.reload();
  };
  const failureNote = failure && (
    <LoadFailure failure={failure} busy={billing.busy || methods.busy} onRetry={reloadBoth} />
  );
  if (!billing.data || !methods.data) return failureNote ?? <Skeleton lines={4} />;
  const method = methods.data.payment_methods[0]?.payment_method ?? null;
  return (
    <>
      {failureNote}
      <PlanSection
        billing={billing.data.billing}
        plans={plans}
        hasMethod={method !== null}
        onChanged={(newBilling) => {
          billing.put({ billing: newBilling });
          onRenewalChanged();
        }}
      />
      <h2>{billingText.method.title}</h2>
      <PaymentMethodSection
        method={method}
        autoRenew={billing.data.billing.auto_renew}
        startsWithForm={startsWithForm}
        onChanged={onMethodChanged}
      />
    </>
  );
}
