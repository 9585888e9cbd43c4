import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from "react";
import { randomToken } from "../random-token.ts";
import { useServices } from "../services.ts";
import { Checkbox } from "../ui/field.tsx";
import { Notice } from "../ui/notice.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import { RadioList } from "../ui/radio-list.tsx";
import { useFetched } from "../use-fetched.ts";
import { CardEntry } from "./card-entry.tsx";
import type { CardEntryHandle } from "./payment-provider.ts";
import { describeMethod, methodText as labels } from "./method-text.ts";
import type { PaymentChoice } from "./purchase-types.ts";

/** What the purchase form can ask {@link PayWith} and {@link PayWithCard}. */
export type PayWithHandle = {
  /** Returns what to charge. Stores the card first if the user asked for that. `null` when nothing can be charged; the form shows why. */
  preparePayment: () => Promise<PaymentChoice | null>;
};

/** The fields for a card that is charged once, for somebody without a session. */
export function PayWithCard({ ref }: { ref: Ref<PayWithHandle> }) {
  const card = useRef<CardEntryHandle>(null);
  useImperativeHandle(ref, () => ({
    async preparePayment() {
      const nonce = (await card.current?.readNonce()) ?? null;
      return nonce === null ? null : { nonce };
    },
  }));
  return <CardEntry ref={card} />;
}

/**
 * The choice between the stored payment method and another card. Without a stored method, there are only the fields for a card.
 *
 * @param version a change of this value loads the stored method again
 * @param onStored called after a card was stored
 * @param onLoading called with true until it is known whether a method is stored, and then with false
 */
export function PayWith({
  ref,
  version,
  onStored,
  onLoading,
}: {
  ref: Ref<PayWithHandle>;
  version: unknown;
  onStored: () => void;
  onLoading: (isLoading: boolean) => void;
}) {
  const { api, analytics } = useServices();
  const { data, failure: loadFailure, put } = useFetched("listPaymentMethods", {}, version);
  const [usesStoredMethod, setUsesStoredMethod] = useState(true);
  const [savesCard, setSavesCard] = useState(false);
  const [failure, setFailure] = useState<string>();
  const card = useRef<CardEntryHandle>(null);
  const method: PaymentMethod | undefined = data?.payment_methods[0]?.payment_method;
  const chosenMethod = usesStoredMethod ? method : undefined;
  const isLoading = !data && !loadFailure;
  useEffect(() => {
    onLoading(isLoading);
    return () => onLoading(false);
  }, [isLoading, onLoading]);

  async function storeCard(nonce: string): Promise<PaymentChoice | null> {
    const result = await api.call(
      "editPaymentInfo",
      { body: { payment_method_nonce: nonce } },
      { idempotencyKey: randomToken() },
    );
    if (!result.ok) {
      setFailure(result.message);
      return null;
    }
    analytics.track("Update Payment Info");
    const { payment_info } = result.data;
    put({ payment_methods: [{ payment_method: payment_info }] });
    setUsesStoredMethod(true);
    onStored();
    return { methodId: payment_info.id };
  }

  useImperativeHandle(ref, () => ({
    async preparePayment() {
      setFailure(undefined);
      if (chosenMethod) return { methodId: chosenMethod.id };
      const nonce = (await card.current?.readNonce()) ?? null;
      if (nonce === null) return null;
      return savesCard ? storeCard(nonce) : { nonce };
    },
  }));

  // While the stored method loads, the card fields are not shown: a method that arrives later would replace a typed card.
  if (isLoading) return <Skeleton lines={3} />;
  return (
    <>
      {method && (
        <RadioList
          legend={labels.legend}
          value={chosenMethod ? "stored" : "other"}
          options={[
            { value: "stored", label: describeMethod(method) },
            { value: "other", label: labels.otherCard },
          ]}
          onChoose={(value) => setUsesStoredMethod(value === "stored")}
        />
      )}
      {failure && <Notice tone="failure">{failure}</Notice>}
      {!chosenMethod && (
        <>
          <CardEntry ref={card} />
          <Checkbox
            label={labels.save}
            checked={savesCard}
            onChange={(event) => setSavesCard(event.target.checked)}
          />
        </>
      )}
    </>
  );
}
