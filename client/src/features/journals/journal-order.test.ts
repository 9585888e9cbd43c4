import { expect, test } from "vitest";
import { daysLeft, moveItem } from "./journal-order.ts";

test.each([
  [0, 2, "bca"],
  [2, 0, "cab"],
  [1, 2, "acb"],
  [1, 1, "abc"],
])("moving the item at %i to %i", (from, to, expected) => {
  expect(moveItem(["a", "b", "c"], from, to).join("")).toBe(expected);
});

test.each([
  ["2026-11-21T12:00:00.000Z", 30],
  ["2026-11-21T11:00:00.000Z", 30],
  ["2026-11-20T11:00:00.000Z", 29],
  ["2026-10-22T13:00:00.000Z", 1],
  ["2026-10-22T11:00:00.000Z", 0],
  [null, 30],
])("a journal deleted at %s has %i days left", (trashedAt, days) => {
  expect(daysLeft(trashedAt, Date.parse("2026-11-21T12:00:00.000Z"))).toBe(days);
});
