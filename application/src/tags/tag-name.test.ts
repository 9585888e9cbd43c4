import { isRejection } from "@daybook/domain/kernel/rejection";
import { expect, test } from "vitest";
import { foldTagName, readTagName } from "./tag-name.ts";

test.each([
  ["Sea", "sea"],
  ["STRASSE", "straße"],
  ["ΟΔΟΣ", "οδος"],
  ["ｓｅａ", "Sea"],
  ["Été", "e\u0301te\u0301"],
])("%s and %s are one name", (a, b) => {
  expect(foldTagName(a)).toBe(foldTagName(b));
});

test("other names stay apart", () => {
  expect(foldTagName("resume")).not.toBe(foldTagName("résumé"));
});

test("a name is one line without anything invisible", () => {
  expect(readTagName("  by\tthe \u200B sea\n")).toBe("by the sea");
  expect(isRejection(readTagName("\u200B\u0000 "))).toBe(true);
});
