import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cleanName } from "./clean-name.ts";

describe("a name", () => {
  it.each([
    ["a NUL", "Di\u0000ary", "Diary"],
    ["line breaks", " Diary\r\nof\u20281660\t", "Diary of 1660"],
    ["changes of the writing direction", "Diary \u202Eyraid\u202C \u2066x\u2069", "Diary yraid x"],
    ["lone surrogates", "Diary\uD800 \uDC00", "Diary"],
    ["escape sequences and C1 controls", "\u001B[31mDiary\u009B", "[31mDiary"],
    ["characters without width", "D\u200Bi\uFEFFary", "Diary"],
    ["decomposed letters", "Cafe\u0301", "Café"],
  ])("is stored without %s", (_, name, expected) => {
    expect(cleanName(name)).toBe(expected);
  });

  it.each(["👩‍👧 Family", "می‌خواهم", "יומן\u200F", "日記", "Sam’s Diary"])("keeps %s", (name) => {
    expect(cleanName(name)).toBe(name);
  });

  it.each(["", " ", "\u200D", "\u3164", "\u0000", "\u202E"])(
    "without visible characters becomes empty",
    (name) => {
      expect(cleanName(name)).toBe("");
    },
  );

  it("does not change when it is cleaned again", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        expect(cleanName(cleanName(name))).toBe(cleanName(name));
      }),
    );
  });
});
