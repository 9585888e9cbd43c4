import { isRejection } from "@daybook/domain/kernel/rejection";
import { expect, test } from "vitest";
import { foldTagName, readTagName } from "./tag-name.ts";

test.each([
  ["Sea", "sea"],
  ["STRASSE", "straße"],
  ["ΟΔΟΣ", "οδος"],
  ["ｓｅａ", "Sea"],
  ["Été", "e\u0301te\u0301"],
])("%s and %s are the same tag name", (a, b) => {
  expect(foldTagName(a)).toBe(foldTagName(b));
});

test("tag names with different accents are different names", () => {
  expect(foldTagName("resume")).not.toBe(foldTagName("résumé"));
});

test("a tag name becomes one line without invisible characters, and is refused when nothing is left", () => {
  expect(readTagName("  by\tthe \u200B sea\n")).toBe("by the sea");
  expect(isRejection(readTagName("\u200B\u0000 "))).toBe(true);
});
