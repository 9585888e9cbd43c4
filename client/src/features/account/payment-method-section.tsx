import type { PaymentMethod } from "@daybook/domain/contract/purchases";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { whenReachable } from "../../shared/connection.ts";
import { describeMethod, expiryOf, isCardExpired } from "../../shared/purchase/method-text.ts";
import { useServices } from "../../shared/services.ts";
import { useToasts } from "../../shared/ui/toast.tsx";
import { Button } from "../../shared/ui/button.tsx";
import { Confirm } from "../../shared/ui/confirm.tsx";
import styles from "../../shared/ui/forms.module.css";
import { Skeleton } from "../../shared/ui/skeleton.tsx";
import { useIsMounted } from "../../shared/use-is-mounted.ts";
import { billingText } from "./billing-text.ts";

const labels = billingText.method;

const PaymentMethodForm = lazy(
  whenReachable(async () => ({ default: (await import("./payment-method-form.tsx")).PaymentMethodForm })),
);

/** The question before a payment method is removed. */
function RemoveQuestion({
  method,
  autoRenew,
  findFocusTarget,
  onRemoved,
  onClose,
}: {
  method: PaymentMethod;
  autoRenew: boolean;
  findFocusTarget: () => HTMLElement | null;
  onRemoved: () => void;
  onClose: () => void;
}) {
  const { api } = useServices();
  const toasts = useToasts();
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState(false);
  const [failureMessage, setFailureMessage] = useState<string>();
  const remove = async () => {
    setBusy(true);
    const result = await api.call("removePaymentMethod", { params: { methodId: String(method.id) } });
    setBusy(false);
    // `not_found`: it was already removed, for example in another tab.
    if (result.ok || result.code === "not_found") return onRemoved();
    setFailureMessage(result.message);
    if (!isMounted()) toasts.show(labels.notRemoved(result.message));
  };
  const name = describeMethod(method);
  return (
    <Confirm
      open
      title={labels.question}
      detail={autoRenew ? labels.detailAutoRenew(name) : labels.detail(name)}
      confirmLabel={labels.remove}
      cancelLabel={labels.keep}
      danger
      busy={busy}
      error={failureMessage}
      findFocusTarget={findFocusTarget}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  );
}

/**
 * Shows the stored payment method, and replaces or removes it.
 *
 * @param autoRenew whether the plan renews by itself; it stops renewing when the payment method is removed
 * @param startsWithForm opens the form when the section appears
 * @param onChanged called with the new method, or with `null` after it was removed
 */
export function PaymentMethodSection({
  method,
  autoRenew,
  startsWithForm,
  onChanged,
}: {
  method: PaymentMethod | null;
  autoRenew: boolean;
  startsWithForm: boolean;
  onChanged: (method: PaymentMethod | null) => void;
}) {
  const { clock } = useServices();
  const toasts = useToasts();
  const [isEditing, setIsEditing] = useState(startsWithForm);
  const [isAsking, setIsAsking] = useState(false);
  const editButton = useRef<HTMLButtonElement>(null);
  const hadForm = useRef(isEditing);
  const isRemoved = useRef(false);
  useEffect(() => {
    // The form had the focus and has closed, so the edit button gets the focus.
    if (hadForm.current && !isEditing) editButton.current?.focus();
    hadForm.current = isEditing;
  }, [isEditing]);
  const expiry = method && expiryOf(method);
  const isExpired = method !== null && isCardExpired(method, clock.now());
  return (
    <>
      {method ? (
        <p>
          <strong>{describeMethod(method)}</strong>
          {expiry && (
            <>
              <br />
              {isExpired ? labels.expired(expiry) : labels.expires(expiry)}
            </>
          )}
        </p>
      ) : (
        <p>{labels.none}</p>
      )}
      {isEditing ? (
        <Suspense fallback={<Skeleton lines={3} />}>
          <PaymentMethodForm
            onStored={(newMethod) => {
              setIsEditing(false);
              toasts.show(labels.saved);
              onChanged(newMethod);
            }}
            onCancel={() => setIsEditing(false)}
          />
        </Suspense>
      ) : (
        <div className={styles.foot}>
          <Button ref={editButton} onClick={() => setIsEditing(true)}>
            {method ? labels.replace : labels.add}
          </Button>
          {method && (
            <Button
              variant="quiet"
              onClick={() => {
                isRemoved.current = false;
                setIsAsking(true);
              }}
            >
              {labels.remove}
            </Button>
          )}
        </div>
      )}
      {method && isAsking && (
        <RemoveQuestion
          method={method}
          autoRenew={autoRenew}
          // The Remove button, which would get the focus back, disappears with the payment method.
          findFocusTarget={() => (isRemoved.current ? editButton.current : null)}
          onRemoved={() => {
            isRemoved.current = true;
            setIsAsking(false);
            toasts.show(labels.removed);
            onChanged(null);
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
