import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CardEntry } from "../../shared/purchase/card-entry.tsx";
import {
  canEnterCards,
  type CardEntryHandle,
  PaymentProviderContext,
} from "../../shared/purchase/payment-provider.ts";
import { purchaseText } from "../../shared/purchase/purchase-text.ts";
import { randomToken } from "../../shared/random-token.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import styles from "../../shared/ui/forms.module.css";
import { LoadFailure } from "../../shared/ui/load-failure.tsx";
import { Notice } from "../../shared/ui/notice.tsx";
import { useFetched } from "../../shared/use-fetched.ts";
import { billingText } from "./billing-text.ts";

const labels = billingText.method;

/** Stores a payment method at the provider. */
export function PaymentMethodForm({
  onStored,
  onCancel,
}: {
  onStored: (method: PaymentMethod) => void;
  onCancel: () => void;
}) {
  const { api, analytics } = useServices();
  const config = useFetched("clientConfig", {});
  const provider = config.data?.payment;
  const card = useRef<CardEntryHandle>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => heading.current?.focus(), []);

  const save = async () => {
    setBusy(true);
    setFailure(undefined);
    const nonce = await card.current?.readNonce();
    if (nonce) {
      const body = { payment_method_nonce: nonce };
      const result = await api.call("editPaymentInfo", { body }, { idempotencyKey: randomToken() });
      if (result.ok) {
        analytics.track("Update Payment Info");
        return onStored(result.data.payment_info);
      }
      setFailure(result.message);
    }
    setBusy(false);
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!busy) void save();
  };

  return (
    <form className={styles.form} onSubmit={onSubmit} noValidate>
      <h3 ref={heading} tabIndex={-1}>
        {labels.formTitle}
      </h3>
      {failure && <Notice tone="failure">{failure}</Notice>}
      {provider && canEnterCards(provider) && (
        <PaymentProviderContext value={provider}>
          <CardEntry ref={card} />
        </PaymentProviderContext>
      )}
      {provider && !canEnterCards(provider) && <p>{purchaseText.notAvailable}</p>}
      {config.failure && <LoadFailure failure={config.failure} busy={config.busy} onRetry={config.reload} />}
      <p className={styles.note}>{labels.formHint}</p>
      <div className={styles.foot}>
        <Button type="submit" variant="primary" busy={busy}>
          {labels.save}
        </Button>
        <Button onClick={onCancel}>{labels.cancel}</Button>
      </div>
    </form>
  );
}
