import { expect, test } from "vitest";
import { sizeText } from "./size-text.ts";

test.each([
  [0, "0 bytes"],
  [1023, "1023 bytes"],
  [1024, "1.00 KB"],
  [1536, "1.50 KB"],
  [2_400_000, "2343.75 KB"],
])("%i bytes are shown as %s", (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});
