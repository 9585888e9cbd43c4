import { expect, test } from "vitest";
import { isCardNumber, nonceOfTestCard } from "./test-cards.ts";

test.each([
  ["4111 1111 1111 1111", true],
  ["4111-1111-1111-1111", true],
  ["4111 1111 1111 1112", false],
  ["411111111111111", false],
  ["3782 822463 10005", true],
  ["5555555555554444", true],
  ["6011111111111117", true],
  ["9111111111111111", false],
  ["", false],
  ["four", false],
])("%s is a card number: %s", (text, isNumber) => expect(isCardNumber(text)).toBe(isNumber));

test("only test cards have a nonce", () => {
  expect(nonceOfTestCard("4111 1111 1111 1111")).toBe("fake-valid-visa-nonce");
  expect(nonceOfTestCard("4000 1111 1111 1115")).toBe("fake-processor-declined-visa-nonce");
  expect(nonceOfTestCard("4242 4242 4242 4242")).toBeNull();
});
