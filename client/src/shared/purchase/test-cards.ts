/** Braintree's documented test card numbers, with the nonce that stands for each in the test mode. */
const nonces: Readonly<Record<string, string>> = {
  "4111111111111111": "fake-valid-visa-nonce",
  "4012888888881881": "fake-valid-visa-nonce",
  "5555555555554444": "fake-valid-mastercard-nonce",
  "378282246310005": "fake-valid-amex-nonce",
  "6011111111111117": "fake-valid-discover-nonce",
  "4000111111111115": "fake-processor-declined-visa-nonce",
  "5105105105105100": "fake-processor-declined-mastercard-nonce",
};

/** The brands of cards: what the numbers of a brand start with, and how many digits they can have. */
const brands: readonly (readonly [start: RegExp, lengths: readonly number[]])[] = [
  [/^4/, [13, 16, 19]],
  [/^(5[1-5]|2[2-7])/, [16]],
  [/^3[47]/, [15]],
  [/^(6011|64[4-9]|65)/, [16, 19]],
];

const digitsOf = (text: string): string => text.replace(/[\s-]/g, "");

/** True when the check digit of a number is right (Luhn). */
function hasRightCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .toReversed()
    .reduce((total, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}

/** True for what could be the number of a card: digits of the right count for its brand, with a right check digit. */
export function isCardNumber(text: string): boolean {
  const digits = digitsOf(text);
  if (!/^\d+$/.test(digits) || !hasRightCheckDigit(digits)) return false;
  const lengths = brands.find(([start]) => start.test(digits))?.[1];
  return lengths?.includes(digits.length) ?? false;
}

/** The nonce of a test card; `null` for every other number. The number itself is never sent. */
export const nonceOfTestCard = (text: string): string | null => nonces[digitsOf(text)] ?? null;
