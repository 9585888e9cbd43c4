import { expect, test } from "vitest";
import { lastListPath, rememberList, rememberScroll, takeScroll } from "./last-list.ts";

test("the list page that was shown last is remembered for each journal", () => {
  expect(lastListPath(1)).toBe("/journals/1/entries");
  rememberList(1, "/journals/1/entries?page=3");
  rememberList(2, "/journals/2/entries?view=starred");
  expect(lastListPath(1)).toBe("/journals/1/entries?page=3");
});

test("a scroll position is taken once", () => {
  rememberScroll("/journals/1/entries", 480);
  expect(takeScroll("/journals/2/entries")).toBeNull();
  expect(takeScroll("/journals/1/entries")).toBe(480);
  expect(takeScroll("/journals/1/entries")).toBeNull();
});
