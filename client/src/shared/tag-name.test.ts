import { expect, test } from "vitest";
import { comparableName } from "./tag-name.ts";

test.each([
  ["ｓｅａ", "Sea"],
  ["STRASSE", "straße"],
  [" by the  Sea", "by the sea"],
])("“%s” and “%s” are the same tag name", (a, b) => {
  expect(comparableName(a)).toBe(comparableName(b));
});
