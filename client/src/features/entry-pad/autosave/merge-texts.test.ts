// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";
import { mergeTexts } from "./merge-texts.ts";

const textOf = (words: string, title = "Lord’s day") => ({
  title,
  body: words
    .split(" ")
    .filter(Boolean)
    .map((word) => `<p>${word}</p>`)
    .join(""),
});
/** Merges texts of one-word paragraphs, given as words. */
const merge = (base: string, mine: string, theirs: string) => {
  const mergedText = mergeTexts(textOf(base), textOf(mine), textOf(theirs));
  return mergedText && mergedText.body.replaceAll("</p><p>", " ").replaceAll(/<\/?p>/g, "");
};

describe("changes of different paragraphs, and equal changes, are merged", () => {
  test.each([
    ["a b c", "a1 b c", "a b c1", "a1 b c1"],
    ["a b c", "a1 b c", "a b1 c", "a1 b1 c"],
    ["a b c", "a b c d", "a1 b c", "a1 b c d"],
    ["a b c", "b c", "a b c d", "b c d"],
    ["a b c", "a b x c", "a b c1", "a b x c1"],
    ["a b c", "a b c", "a c", "a c"],
    ["a b c", "a1 b c", "a1 b c", "a1 b c"],
    ["a b c d e", "a1 b c d e1", "a b x c y d e", "a1 b x c y d e1"],
  ])("base %s, mine %s, theirs %s", (base, mine, theirs, mergedText) => {
    expect(merge(base, mine, theirs)).toBe(mergedText);
    expect(merge(base, theirs, mine)).toBe(mergedText);
  });
});

describe("changes of the same paragraphs, and paragraphs added at the same place or between changed ones, are a conflict", () => {
  test.each([
    ["a b c", "a1 b c", "a2 b c"],
    ["a b c", "a b c d", "a b c e"],
    ["a b c", "c", "a b1 c"],
    ["a b c", "c", "a x b c"],
    ["a b c", "a1 b1 c", "a x b c"],
    ["", "a", "b"],
  ])("base %s, mine %s, theirs %s", (base, mine, theirs) => {
    expect(merge(base, mine, theirs)).toBeNull();
    expect(merge(base, theirs, mine)).toBeNull();
  });
});

test("titles are merged like paragraphs", () => {
  const [base, changedText, otherChangedText] = [
    textOf("a", "One"),
    textOf("a", "Two"),
    textOf("a", "Three"),
  ];
  expect(mergeTexts(base, changedText, base)?.title).toBe("Two");
  expect(mergeTexts(base, base, changedText)?.title).toBe("Two");
  expect(mergeTexts(base, changedText, otherChangedText)).toBeNull();
});

test("a merged text has the changed formatting and the new photo", () => {
  const photo = '<img data-photo-id="5">';
  const mergedText = mergeTexts(
    { title: "", body: "<p>a</p><p><strong>b</strong></p>" },
    { title: "", body: `<p>a</p><p><strong>b</strong></p>${photo}` },
    { title: "", body: "<h2>a</h2><p><strong>b</strong></p>" },
  );
  expect(mergedText?.body).toContain("<h2>a</h2><p><strong>b</strong></p>");
  expect(mergedText?.body).toContain('data-photo-id="5"');
});
