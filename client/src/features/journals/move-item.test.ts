import { expect, test } from "vitest";
import { moveItem } from "./move-item.ts";

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 2, "acb"],
  [1, 1, "abc"],
])("moving the item at %i to %i", (from, to, expected) => {
  expect(moveItem(["a", "b", "c"], from, to).join("")).toBe(expected);
});
