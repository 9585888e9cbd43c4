import { expect, test } from "vitest";
import { lastListOf, rememberList, rememberSpot, takeSpot } from "./last-list.ts";

test("the way back leads to the page that was shown last", () => {
  expect(lastListOf(1)).toBe("/journals/1/entries");
  rememberList(1, "/journals/1/entries?page=3");
  rememberList(2, "/journals/2/entries?view=starred");
  expect(lastListOf(1)).toBe("/journals/1/entries?page=3");
});

test("a spot is taken once", () => {
  rememberSpot("/journals/1/entries", 480);
  expect(takeSpot("/journals/2/entries")).toBeNull();
  expect(takeSpot("/journals/1/entries")).toBe(480);
  expect(takeSpot("/journals/1/entries")).toBeNull();
});
