import { expect, it } from "vitest";
import { answerToNonce, refusalOfAmount } from "./sandbox-responses.ts";

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

it("a card number is no nonce", () => {
  expect(answerToNonce("4111111111111111")).toEqual({ kind: "declined", code: "91565" });
});
