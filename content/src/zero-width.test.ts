import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanText, cleanTitle, stripZeroWidth } from "./zero-width.ts";

describe("zero-width characters", () => {
  it.each([
    ["a\u200Bb\u200Cc\u200Dd\u2060e\uFEFFf", "abcdef"],
    ["\u200B", ""],
    ["\u200D👩\u200D", "👩"],
    ["👩\u200Da", "👩a"],
    ["ก\u200Ba", "กa"],
    ["中\u200B文", "中文"],
  ])("characters without width are removed from %j", (text, expected) => {
    expect(stripZeroWidth(text)).toBe(expected);
  });

  it.each([
    ["Persian", "می\u200Cخواهم"],
    ["Devanagari", "क्\u200Dष क्\u200Cष"],
    ["Sinhala", "ශ්\u200Dරී"],
    ["a family", "👩\u200D👩\u200D👧\u200D👦"],
    ["a skin tone", "👩🏽\u200D🚀"],
    ["a heart on fire", "❤\uFE0F\u200D🔥"],
    ["Khmer words", "ខ្ញុំ\u200Bទៅ"],
  ])("characters without width are kept where they have a meaning: %s", (_, text) => {
    expect(stripZeroWidth(text)).toBe(text);
  });

  it("one run removes the characters without width: a second run changes nothing", () => {
    const character = fc.constantFrom(
      "\u200B",
      "\u200C",
      "\u200D",
      "\u2060",
      "\uFEFF",
      "a",
      "\u06CC",
      "\u0915",
      "\u094D",
      "\u1780",
      "👩",
      "🏽",
      "\uFE0F",
    );
    fc.assert(
      fc.property(fc.array(character), (characters) => {
        const strippedText = stripZeroWidth(characters.join(""));
        expect(stripZeroWidth(strippedText)).toBe(strippedText);
      }),
    );
  });
});

describe("text for storing", () => {
  it("text for storing has no lone surrogates, and of ASCII control characters only tab, line feed, form feed and carriage return", () => {
    expect(cleanText("a\u0000\u0007\u001B\u007Fb\ud83dc\udc00d\te\nf\fg\rh")).toBe(
      "ab\uFFFDc\uFFFDd\te\nf\fg\rh",
    );
    expect(cleanText("👩🏽")).toBe("👩🏽");
  });

  it("a title for storing is one trimmed line", () => {
    expect(cleanTitle("  a\u200B\r\nb\u0007  c ")).toBe("a b  c");
    expect(cleanTitle("1st (Lord’s day), January 1659–60")).toBe("1st (Lord’s day), January 1659–60");
    expect(cleanTitle("\u200B \uFEFF")).toBe("");
  });
});
