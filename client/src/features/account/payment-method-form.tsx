import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { CardEntry, type CardEntryHandle } from "../../shared/purchase/card-entry.tsx";
import { randomToken } from "../../shared/random-token.ts";
import { useServices } from "../../shared/services.ts";
import { Button } from "../../shared/ui/button.tsx";
import styles from "../../shared/ui/forms.module.css";
import { Notice } from "../../shared/ui/notice.tsx";
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
      <CardEntry ref={card} />
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
