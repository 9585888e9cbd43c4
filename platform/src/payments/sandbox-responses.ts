import type { MethodDetails } from "./payments.ts";

type Declined = { readonly kind: "declined"; readonly code: string };

/** The sandbox's answer to a nonce: what the nonce stands for, or the code with which it is refused. */
export type NonceAnswer =
  | {
      readonly kind: "valid";
      /** The payment method to store; `null` when the nonce can only be charged once. */
      readonly details: MethodDetails | null;
      /** The last four digits of the card that the nonce stands for; `null`: no card. */
      readonly cardLastFour: string | null;
    }
  | Declined;

const card = (brand: string, lastFour: string): MethodDetails => ({
  type: "card",
  brand,
  lastFour,
  expires: "2040-12",
});
const visa = card("Visa", "1881");
const masterCard = card("MasterCard", "4444");
const amex = card("American Express", "0005");
const discover = card("Discover", "1117");
const payPal: MethodDetails = { type: "paypal", email: "buyer@example.com" };

/** The last four digits of a card; `null`: no card. */
export const cardLastFourOf = (details: MethodDetails | null): string | null =>
  details?.type === "card" ? details.lastFour : null;
const valid = (details: MethodDetails | null): NonceAnswer => ({
  kind: "valid",
  details,
  cardLastFour: cardLastFourOf(details),
});
const declined = (code: string): Declined => ({ kind: "declined", code });

/** What Braintree answers when a nonce is used a second time. */
const consumedNonceCode = "91564";
const unknownNonceCode = "91565";

/** Test nonces with the answers that Braintree documents: https://developer.paypal.com/braintree/docs/reference/general/testing. */
const answers: Readonly<Record<string, NonceAnswer>> = {
  "fake-valid-nonce": valid(visa),
  "fake-valid-no-billing-address-nonce": valid(visa),
  "fake-valid-visa-nonce": valid(visa),
  "fake-valid-amex-nonce": valid(amex),
  "fake-valid-mastercard-nonce": valid(masterCard),
  "fake-valid-discover-nonce": valid(discover),
  "fake-valid-jcb-nonce": valid(card("JCB", "0000")),
  "fake-valid-maestro-nonce": valid(card("Maestro", "0000")),
  "fake-valid-dinersclub-nonce": valid(card("Diners Club", "0004")),
  "fake-valid-prepaid-nonce": valid(visa),
  "fake-valid-prepaid-reloadable-nonce": valid(visa),
  "fake-valid-business-nonce": valid(visa),
  "fake-valid-consumer-nonce": valid(visa),
  "fake-valid-corporate-nonce": valid(visa),
  "fake-valid-purchase-nonce": valid(visa),
  "fake-valid-commercial-nonce": valid(visa),
  "fake-valid-durbin-regulated-nonce": valid(visa),
  "fake-valid-healthcare-nonce": valid(visa),
  "fake-valid-debit-nonce": valid(visa),
  "fake-valid-payroll-nonce": valid(visa),
  "fake-valid-no-indicators-nonce": valid(visa),
  "fake-valid-unknown-indicators-nonce": valid(visa),
  "fake-valid-country-of-issuance-usa-nonce": valid(visa),
  "fake-valid-country-of-issuance-cad-nonce": valid(visa),
  "fake-valid-issuing-bank-network-only-nonce": valid(visa),
  "fake-apple-pay-visa-nonce": valid(visa),
  "fake-apple-pay-mastercard-nonce": valid(masterCard),
  "fake-apple-pay-amex-nonce": valid(amex),
  "fake-apple-pay-mpan-nonce": valid(visa),
  "fake-pinless-debit-visa-nonce": valid(visa),
  "fake-abstract-transactable-nonce": valid(null),
  "fake-android-pay-nonce": valid(visa),
  "fake-android-pay-visa-nonce": valid(visa),
  "fake-android-pay-mastercard-nonce": valid(masterCard),
  "fake-android-pay-amex-nonce": valid(amex),
  "fake-android-pay-discover-nonce": valid(discover),
  "fake-paypal-one-time-nonce": valid(null),
  "fake-paypal-billing-agreement-nonce": valid(payPal),
  "fake-venmo-account-nonce": valid(null),
  "fake-processor-declined-visa-nonce": declined("2000"),
  "fake-processor-declined-mastercard-nonce": declined("2000"),
  "fake-processor-declined-amex-nonce": declined("2000"),
  "fake-processor-declined-discover-nonce": declined("2000"),
  "fake-processor-failure-jcb-nonce": declined("3000"),
  "fake-luhn-invalid-nonce": declined("81715"),
  "fake-consumed-nonce": declined(consumedNonceCode),
  "fake-gateway-rejected-fraud-nonce": declined("fraud"),
  "fake-gateway-rejected-risk-thresholds-nonce": declined("risk_threshold"),
};

/** A map, because an object would also find the names that every object has, such as "__proto__". */
const answersByNonce: ReadonlyMap<string, NonceAnswer> = new Map(Object.entries(answers));

/** The answer to a nonce. A nonce that is not in the table is refused. */
export const answerToNonce = (nonce: string): NonceAnswer =>
  answersByNonce.get(nonce) ?? declined(unknownNonceCode);

/** What Braintree answers to a token that it does not know. */
export const unknownTokenCode = "91510";

/** What Braintree answers when a payment method that can only be charged once is to be stored. */
const chargedOnceOnlyCode = "82902";

/** The payment method to store for a nonce, or the code with which storing it is refused. */
export function methodOfNonce(nonce: string): MethodDetails | Declined {
  const answer = answerToNonce(nonce);
  if (answer.kind === "declined") return answer;
  return answer.details ?? declined(chargedOnceOnlyCode);
}

const cents = (dollars: number): number => dollars * 100;

/**
 * The code with which an amount is refused, as Braintree's sandbox refuses test amounts; `null` when it is accepted.
 *
 * @param amount in US cents
 */
export function refusalOfAmount(amount: number): string | null {
  if (amount >= cents(2_000) && amount < cents(3_000)) return String(Math.floor(amount / 100));
  if (amount >= cents(3_000) && amount < cents(3_001)) return "3000";
  return amount === cents(5_001) ? "application_incomplete" : null;
}
