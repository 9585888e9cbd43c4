import { useEffect, useRef, useState } from "react";
import type { SnapshotFrom } from "xstate";
import type { PurchaseEvent } from "./purchase-types.ts";
import type { purchaseMachine } from "./purchase.machine.ts";

/**
 * The promo code of a purchase form: what was typed, and what the machine knows about it.
 *
 * @param initialCode the code in the link that led here, trimmed; empty without one
 */
export function usePromoCode(
  state: SnapshotFrom<typeof purchaseMachine>,
  send: (event: PurchaseEvent) => void,
  initialCode: string,
) {
  const [typedCode, setTypedCode] = useState(initialCode);
  const input = useRef<HTMLInputElement>(null);
  const { code, codeFailure, discount } = state.context;
  const trimmedCode = typedCode.trim();
  const failure = code === trimmedCode ? codeFailure : null;
  const isPaid = state.matches("paid");
  useEffect(() => {
    if (isPaid) setTypedCode("");
  }, [isPaid]);
  const remove = () => send({ type: "code.removed" });
  const apply = () => (trimmedCode ? send({ type: "code.entered", code: trimmedCode }) : remove());

  return {
    /**
     * Returns true when no code is typed, or when the shown price includes the typed code. Otherwise moves the focus to the field, checks
     * the code unless it was refused, and returns false. So nobody pays the full price without noticing.
     */
    ensureApplied: (): boolean => {
      if (!trimmedCode || (discount && code === trimmedCode)) return true;
      input.current?.focus();
      if (failure?.code !== "invalid_promo_code") apply();
      return false;
    },
    field: {
      ref: input,
      value: typedCode,
      error: failure?.fields?.["promo_code"] ?? failure?.message,
      discount,
      busy: state.matches("checkingCode"),
      onApply: apply,
      onChange: (value: string) => {
        setTypedCode(value);
        // Until the new code is checked, no other code may change the price.
        if (code !== null) remove();
      },
      onRemove: () => {
        setTypedCode("");
        remove();
        input.current?.focus();
      },
    },
  };
}
