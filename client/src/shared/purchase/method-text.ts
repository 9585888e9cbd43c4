import type { PaymentMethod } from "@daybook/domain/contract/purchases";

/** A stored payment method in words, such as "Visa ending in 1881". */
export function describeMethod({ brand, last_four: lastFour, paypal_email: email }: PaymentMethod): string {
  return email === null ? `${brand ?? "Card"} ending in ${lastFour ?? ""}` : `PayPal, ${email}`;
}

/** When a card expires, such as "12/2040"; `null` for PayPal. */
export function expiryOf({ expires }: PaymentMethod): string | null {
  const [year, month] = expires?.split("-") ?? [];
  return year && month ? `${month}/${year}` : null;
}

/** True after the month in which a card expires. */
export const isCardExpired = ({ expires }: PaymentMethod, now: number): boolean =>
  expires !== null && expires < new Date(now).toISOString().slice(0, 7);

/** The texts of the choice of a payment method. */
export const methodText = {
  legend: "Pay with",
  otherCard: "Another card",
  save: "Save this card for later payments",
} as const;
