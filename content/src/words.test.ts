import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countWords, wordsOf } from "./word-count.ts";
import { wordBagOf, countChangedWords } from "./words-changed.ts";

describe("counting words", () => {
  it.each([
    ["", 0],
    ["— … ! • ☑ ---", 0],
    ["Up betimes, and so to bed.", 6],
    ["don’t 'tis well-known mother‑in‑law", 4],
    ["end.Next one", 3],
    ["£3.14 1,000 10:42 1659–60 2nd", 6],
    ["snake_case a-b-c --a--", 3],
    ["日本語です", 5],
    ["コーヒー", 4],
    ["我有3只cats", 5],
    ["안녕 세상", 2],
    ["Привет, мир", 2],
    ["می‌خواهم بروم", 2],
    ["e\u0301te\u0301 naïve", 2],
    ["so\u00ADcalled", 1],
    ["1.\u00A0milk\n  10.\u00A0two eggs\n3. not a marker", 7],
  ])("%j has %i words", (text, count) => {
    expect(countWords(text)).toBe(count);
  });

  it("counting words takes linear time, also for adversarial texts", () => {
    const longText = "Up betimes, and to my office where I’d been well-employed. ".repeat(2_000);
    expect(countWords(longText)).toBe(20_000);
    expect(countWords("a'".repeat(200_000))).toBe(1);
    expect(countWords(`1.${" ".repeat(200_000)}1`)).toBe(2);
  });
});

const text = fc.array(fc.constantFrom("a", "b", "c", "don’t", "日", "1.5")).map((words) => words.join(" "));

describe("changed words", () => {
  it("the changed words of two texts are counted by the occurrences of each word", () => {
    expect(countChangedWords(wordBagOf("a b b c"), wordBagOf("b c c d e"))).toEqual({ added: 3, removed: 2 });
    expect(countChangedWords(wordBagOf(""), wordBagOf("b a"))).toEqual({ added: 2, removed: 0 });
  });

  it("added and removed words match the difference of the word counts, and are swapped when the texts are swapped", () => {
    fc.assert(
      fc.property(text, text, (oldText, newText) => {
        const { added, removed } = countChangedWords(wordBagOf(oldText), wordBagOf(newText));
        expect(countWords(oldText) + added - removed).toBe(countWords(newText));
        expect(countChangedWords(wordBagOf(newText), wordBagOf(oldText))).toEqual({
          added: removed,
          removed: added,
        });
        expect([...wordBagOf(oldText).values()].reduce((total, count) => total + count, 0)).toBe(
          wordsOf(oldText).length,
        );
      }),
    );
  });

  it("changed words include words that are property names of every object", () => {
    expect(countChangedWords(wordBagOf(""), wordBagOf("constructor toString __proto__"))).toEqual({
      added: 3,
      removed: 0,
    });
  });
});
