/** How the sandbox answers to a nonce: the last four digits of its card (`null`: no card), or the code of its refusal. */
export type NonceAnswer =
  | { readonly kind: "valid"; readonly cardLastFour: string | null }
  | { readonly kind: "declined"; readonly code: string };

const visa = "1881";
const masterCard = "4444";
const amex = "0005";
const discover = "1117";

const valid = (cardLastFour: string | null): NonceAnswer => ({ kind: "valid", cardLastFour });
const declined = (code: string): NonceAnswer => ({ kind: "declined", code });

/** What Braintree answers when a nonce is used a second time. */
export const consumedNonceCode = "91564";
const unknownNonceCode = "91565";

/** Braintree's documented test nonces: https://developer.paypal.com/braintree/docs/reference/general/testing. */
const answersByNonce: Readonly<Record<string, NonceAnswer>> = {
  "fake-valid-nonce": valid(visa),
  "fake-valid-no-billing-address-nonce": valid(visa),
  "fake-valid-visa-nonce": valid(visa),
  "fake-valid-amex-nonce": valid(amex),
  "fake-valid-mastercard-nonce": valid(masterCard),
  "fake-valid-discover-nonce": valid(discover),
  "fake-valid-jcb-nonce": valid("0000"),
  "fake-valid-maestro-nonce": valid("0000"),
  "fake-valid-dinersclub-nonce": valid("0004"),
  "fake-valid-prepaid-nonce": valid(visa),
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
  "fake-android-pay-nonce": valid(visa),
  "fake-android-pay-visa-nonce": valid(visa),
  "fake-android-pay-mastercard-nonce": valid(masterCard),
  "fake-android-pay-amex-nonce": valid(amex),
  "fake-android-pay-discover-nonce": valid(discover),
  "fake-paypal-one-time-nonce": valid(null),
  "fake-paypal-billing-agreement-nonce": valid(null),
  "fake-venmo-account-nonce": valid(null),
  "fake-processor-declined-visa-nonce": declined("2000"),
  "fake-processor-declined-mastercard-nonce": declined("2000"),
  "fake-processor-declined-amex-nonce": declined("2000"),
  "fake-processor-declined-discover-nonce": declined("2000"),
  "fake-processor-failure-jcb-nonce": declined("3000"),
  "fake-luhn-invalid-nonce": declined("81715"),
  "fake-consumed-nonce": declined(consumedNonceCode),
  "fake-gateway-rejected-fraud-nonce": declined("fraud"),
};

/** The answer to a nonce. One that Braintree does not document is refused. */
export const answerToNonce = (nonce: string): NonceAnswer =>
  answersByNonce[nonce] ?? declined(unknownNonceCode);

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
