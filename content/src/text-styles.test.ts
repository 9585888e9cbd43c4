import { describe, expect, it } from "vitest";
import { readAlignment, readColour, readFontFamily, readFontSize } from "./text-styles.ts";

describe("reading style values", () => {
  it.each([
    ["#AA0000", "#aa0000"],
    ["#f0c", "#ff00cc"],
    ["rgb(170, 0, 0)", "#aa0000"],
    ["RGB(1 2 3)", "#010203"],
    ["Navy", "#000080"],
    ["rgb(300, 0, 0)", null],
    ["rgba(1, 2, 3, 0.5)", null],
    ["url(x)", null],
    ["constructor", null],
    ["", null],
    [null, null],
  ])("reads the colour %j as %j", (value, colour) => {
    expect(readColour(value)).toBe(colour);
  });

  it("accepts the allowed font sizes in px, in upper or lower case, and nothing else", () => {
    expect(["16px", " 9PX ", "11px", "1em", "16", null].map(readFontSize)).toEqual([
      "16px",
      "9px",
      null,
      null,
      null,
      null,
    ]);
  });

  it("reads the first font of a list in its standard spelling, and refuses unknown fonts", () => {
    expect(
      ['"times new roman", serif', "'Georgia'", "lora", "Comic Sans MS", "x;y", undefined].map(
        readFontFamily,
      ),
    ).toEqual(["Times New Roman", "Georgia", "Lora", null, null, null]);
  });

  it("reads an alignment in upper or lower case, and refuses values that are not one of the four", () => {
    expect(["CENTER", "left", "start", ""].map(readAlignment)).toEqual(["center", "left", null, null]);
  });
});
