import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { diffTexts, type TextChange } from "./diff-texts.ts";

const joinWithout = (changes: readonly TextChange[], op: TextChange["op"]): string =>
  changes.flatMap((change) => (change.op === op ? [] : change.text)).join("");

describe("differences of texts", () => {
  it("the difference of two texts is reported by word, and by character in Chinese", () => {
    expect(diffTexts("and so to bed", "and so to my bed")).toEqual([
      { op: "equal", text: "and so to " },
      { op: "insert", text: "my " },
      { op: "equal", text: "bed" },
    ]);
    expect(diffTexts("他去北京", "他去南京")).toEqual([
      { op: "equal", text: "他去" },
      { op: "delete", text: "北" },
      { op: "insert", text: "南" },
      { op: "equal", text: "京" },
    ]);
  });

  it("neighbouring changes of a text are merged into one", () => {
    expect(diffTexts("so to bed late", "up to bed very early")).toEqual([
      { op: "delete", text: "so" },
      { op: "insert", text: "up" },
      { op: "equal", text: " to bed " },
      { op: "delete", text: "late" },
      { op: "insert", text: "very early" },
    ]);
    expect(diffTexts("my good wife", "the old wife")).toEqual([
      { op: "delete", text: "my good" },
      { op: "insert", text: "the old" },
      { op: "equal", text: " wife" },
    ]);
  });

  it("the difference of two texts is reported by line when whole lines were added or removed", () => {
    expect(diffTexts("one\ntwo\nthree\n", "zero\none\nthree\n")).toEqual([
      { op: "insert", text: "zero\n" },
      { op: "equal", text: "one\n" },
      { op: "delete", text: "two\n" },
      { op: "equal", text: "three\n" },
    ]);
  });

  it("the difference of two texts is at most one piece when they are equal or one is empty", () => {
    expect(diffTexts("", "")).toEqual([]);
    expect(diffTexts("a b", "a b")).toEqual([{ op: "equal", text: "a b" }]);
    expect(diffTexts("", "a")).toEqual([{ op: "insert", text: "a" }]);
    expect(diffTexts("a", "")).toEqual([{ op: "delete", text: "a" }]);
  });

  it("the difference of two texts contains both in full", () => {
    const textPiece = fc.constantFrom(
      "bed",
      "and",
      " ",
      "  ",
      "\n",
      "\t",
      "👩‍👧",
      "é",
      "Up",
      ".",
      "日",
      "\ud800",
      "\r\n",
    );
    const text = fc.array(textPiece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, (from, to) => {
        const changes = diffTexts(from, to);
        expect(joinWithout(changes, "insert")).toBe(from);
        expect(joinWithout(changes, "delete")).toBe(to);
        expect(
          changes.filter((change, index) => change.text === "" || changes[index + 1]?.op === change.op),
        ).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it("the difference of long texts with nothing in common is one deletion and one insertion", () => {
    const words = (prefix: string) =>
      Array.from({ length: 20_000 }, (_, index) => `${prefix}${index}`).join(" ");
    expect(diffTexts(words("a"), words("b"))).toEqual([
      { op: "delete", text: words("a") },
      { op: "insert", text: words("b") },
    ]);
    const lines = (prefix: string) => words(prefix).replaceAll(" ", "\n");
    const changes = diffTexts(lines("a"), lines("b"));
    expect(joinWithout(changes, "insert")).toBe(lines("a"));
    expect(joinWithout(changes, "delete")).toBe(lines("b"));
    expect(changes.length).toBeLessThan(3);
  });

  it("a small change in a long text is reported by word", () => {
    const longText = Array.from(
      { length: 20_000 },
      (_, index) => `w${index}${index % 50 === 0 ? "\n" : " "}`,
    ).join("");
    expect(
      diffTexts(longText, longText.replace("w777 ", "changed ")).filter(({ op }) => op !== "equal"),
    ).toEqual([
      { op: "delete", text: "w777" },
      { op: "insert", text: "changed" },
    ]);
  });
});
