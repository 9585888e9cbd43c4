import braintree from "braintree";
import { describe, expect, it } from "vitest";
import { answerToNonce, refusalOfAmount, methodOfNonce } from "./sandbox-responses.ts";

// The table "Transaction amounts" of Braintree's testing reference.
it.each([
  [1, null],
  [1_999_99, null],
  [2_000_00, "2000"],
  [2_010_55, "2010"],
  [2_999_99, "2999"],
  [3_000_00, "3000"],
  [3_000_99, "3000"],
  [3_001_00, null],
  [4_001_00, null],
  [5_001_00, "application_incomplete"],
  [5_001_01, null],
  [5_002_00, null],
])("an amount of %i cents is answered with %s", (amount, code) => expect(refusalOfAmount(amount)).toBe(code));

it.each([
  ["a card number", "4111111111111111"],
  ["a name that every object has", "__proto__"],
  ["the constructor that every object has", "constructor"],
  ["a text that no database stores", "\0"],
])("%s is no nonce", (_, text) => {
  expect(answerToNonce(text)).toEqual({ kind: "declined", code: "91565" });
});

/** The test nonces that Braintree's own library names. Its types leave them out. */
const { Nonces } = (braintree as unknown as { Test: { Nonces: Record<string, string> } }).Test;
const nonces = Object.values(Nonces);
/** Ways to pay that no form of the product offers, and the extra step of 3D Secure. */
const notOfferedPattern =
  /three-d-secure|visa-checkout|tokensam|bank-account|sepa|local-payment|meta-checkout|future|token-issuance/;

describe("Braintree's test nonces", () => {
  it.each(nonces.filter((nonce) => !notOfferedPattern.test(nonce)))(
    "Braintree's test nonce %s is known",
    (nonce) => {
      const answer = answerToNonce(nonce);
      const isRefusal = /declined|failure|luhn|consumed|rejected/.test(nonce);
      expect(answer.kind).toBe(isRefusal ? "declined" : "valid");
      if (answer.kind === "declined") expect(answer.code).not.toBe("91565");
    },
  );

  it.each(nonces.filter((nonce) => notOfferedPattern.test(nonce)))(
    "Braintree's test nonce %s is refused, because the product does not offer that way to pay",
    (nonce) => {
      expect(answerToNonce(nonce)).toEqual({ kind: "declined", code: "91565" });
    },
  );

  it.each([
    ["fake-valid-amex-nonce", { type: "card", brand: "American Express", lastFour: "0005" }],
    ["fake-paypal-billing-agreement-nonce", { type: "paypal" }],
    ["fake-paypal-one-time-nonce", { kind: "declined", code: "82902" }],
    ["fake-venmo-account-nonce", { kind: "declined" }],
    ["fake-gateway-rejected-fraud-nonce", { kind: "declined", code: "fraud" }],
  ])("storing Braintree's test nonce %s gives %o", (nonce, stored) =>
    expect(methodOfNonce(nonce)).toMatchObject(stored),
  );
});
