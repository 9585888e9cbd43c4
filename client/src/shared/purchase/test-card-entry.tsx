import { type Ref, useImperativeHandle, useRef, useState } from "react";
import { Field } from "../ui/field.tsx";
import type { CardEntryHandle } from "./payment-provider.ts";
import { purchaseText as labels } from "./purchase-text.ts";
import { isCardNumber, nonceOfTestCard } from "./test-cards.ts";

/** The card field of the test mode. The card number never leaves this field. */
export function TestCardEntry({ ref }: { ref: Ref<CardEntryHandle> }) {
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    readNonce() {
      const number = field.current?.value ?? "";
      const nonce = nonceOfTestCard(number);
      setError(nonce ? undefined : isCardNumber(number) ? labels.notATestCard : labels.notACard);
      if (!nonce) field.current?.focus();
      return Promise.resolve(nonce);
    },
  }));
  return (
    <Field
      ref={field}
      label={labels.card}
      hint={labels.cardHint}
      error={error}
      inputMode="numeric"
      autoComplete="off"
    />
  );
}
