import { expect, test } from "vitest";
import { arrayLiteral, copyField } from "./encode.ts";

test("an array literal quotes texts and booleans, but not numbers and NULL", () => {
  expect(arrayLiteral([1, null, true, "NULL", 'a "b" \\ {c},'])).toBe(
    String.raw`{1,NULL,"t","NULL","a \"b\" \\ {c},"}`,
  );
  expect(arrayLiteral([])).toBe("{}");
});

test("a field for COPY escapes tabs, line breaks and backslashes", () => {
  expect([null, 7, false, "plain", "\\N", "a\tb\nc\rd\\"].map(copyField)).toEqual([
    String.raw`\N`,
    "7",
    "f",
    "plain",
    String.raw`\\N`,
    String.raw`a\tb\nc\rd\\`,
  ]);
});

test.each([undefined, {}, 1n, Symbol("no")])(
  "a value that is no text, number, boolean or null is refused",
  (value) => {
    expect(() => arrayLiteral([value])).toThrow("cannot store");
    expect(() => copyField(value)).toThrow("cannot store");
  },
);
