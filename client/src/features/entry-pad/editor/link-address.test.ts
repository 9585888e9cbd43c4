import { expect, test } from "vitest";
import { linkAddress } from "./link-address.ts";

test.each([
  ["https://example.org/a?b=c", "https://example.org/a?b=c"],
  [" example.org/diary ", "https://example.org/diary"],
  ["example.org:8080/x", "https://example.org:8080/x"],
  ["sam@example.org", "mailto:sam@example.org"],
  ["mailto:sam@example.org", "mailto:sam@example.org"],
  ["javascript:alert(1)", null],
  ["JavaScript:alert(1)", null],
  ["data:text/html,x", null],
  ["two words", null],
  ["word", null],
  ["https://", null],
  ["", null],
])("the typed address %j becomes the link address %j", (text, address) =>
  expect(linkAddress(text)).toBe(address),
);
