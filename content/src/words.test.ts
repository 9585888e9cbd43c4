import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffTexts } from "./diff-texts.ts";
import { countWords } from "./word-count.ts";
import { wordBag, wordsChanged } from "./words-changed.ts";
import { cleanTitle } from "./zero-width.ts";

describe("counting words", () => {
  it.each([
    ["", 0],
    ["Up betimes, and so to bed.", 6],
    ["don’t well-known 3.14 £60", 4],
    ["日本語です", 5],
    ["Привет, мир", 2],
    ["e\u0301te\u0301 naïve", 2],
    ["— … !", 0],
  ])("%s has %i", (text, count) => {
    expect(countWords(text)).toBe(count);
  });
});

describe("words changed", () => {
  it("are counted by how often each stands there", () => {
    expect(wordsChanged(wordBag("a b b c"), wordBag("b c c d e"))).toEqual({ added: 3, removed: 2 });
  });

  it("balance with the words there are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("a", "b", "c")),
        fc.array(fc.constantFrom("a", "b", "c")),
        (one, two) => {
          const { added, removed } = wordsChanged(wordBag(one.join(" ")), wordBag(two.join(" ")));
          expect(one.length + added - removed).toBe(two.length);
        },
      ),
    );
  });
});

describe("the difference of two texts", () => {
  it("is told by word", () => {
    expect(diffTexts("so to bed", "so to my bed")).toEqual([
      { op: "equal", text: "so to " },
      { op: "insert", text: "my " },
      { op: "equal", text: "bed" },
    ]);
  });

  it("gives back both texts", () => {
    const text = fc
      .array(fc.constantFrom("bed ", "and ", "\n", "👩‍👧", "é", "Up", "."))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const diff = diffTexts(from, to);
        const without = (op: string) =>
          diff
            .filter((part) => part.op !== op)
            .map((part) => part.text)
            .join("");
        expect(without("insert")).toBe(from);
        expect(without("delete")).toBe(to);
      }),
    );
  });

  it("of two long texts with nothing in common is whole pieces", () => {
    const long = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word}${n}`).join(" ");
    expect(diffTexts(long("a"), long("b")).length).toBeLessThan(10);
  });
});

describe("a title", () => {
  it("is one line without invisible characters", () => {
    expect(cleanTitle("  a\u200b\nb\u0007 ")).toBe("a b");
  });
});
