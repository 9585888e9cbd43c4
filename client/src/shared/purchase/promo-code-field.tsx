import { type KeyboardEvent, type Ref } from "react";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { planText } from "./plan-text.ts";
import styles from "./promo-code-field.module.css";
import type { Discount } from "./purchase-types.ts";
import { purchaseText as labels } from "./purchase-text.ts";

/** What a valid code does, in words. */
function effectOf({ promo_code: code, discount, promotion }: Discount): string {
  if (discount > 0) return labels.codeTakesOff(code, planText.dollars(discount));
  const years = (promotion?.extra_months ?? 0) / 12;
  if (years > 0) return labels.codeAddsYears(code, years);
  return promotion?.promo_code === code ? labels.codeIncluded(code) : labels.codeChangesNothing;
}

/**
 * A text field for a promo code, with a button that applies the code, or removes the applied one. Enter in the field applies the
 * code too, and does not pay.
 *
 * @param props.error why the code is not applied
 * @param props.discount what the applied code does; `null` while none is applied
 */
export function PromoCodeField({
  ref,
  value,
  error,
  discount,
  busy,
  onChange,
  onApply,
  onRemove,
}: {
  ref?: Ref<HTMLInputElement>;
  value: string;
  error: string | undefined;
  discount: Discount | null;
  busy: boolean;
  onChange: (value: string) => void;
  onApply: () => void;
  onRemove: () => void;
}) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    onApply();
  };
  return (
    <div>
      <div className={styles.row}>
        <Field
          ref={ref}
          label={labels.code}
          value={value}
          error={error}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <Button className={styles.button} busy={busy} onClick={discount ? onRemove : onApply}>
          {discount ? labels.removeCode : labels.applyCode}
        </Button>
      </div>
      <p className={styles.effect} role="status">
        {discount && effectOf(discount)}
      </p>
    </div>
  );
}
