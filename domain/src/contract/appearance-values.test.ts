import { describe, expect, it } from "vitest";
import {
  coverColours,
  coverOf,
  covers,
  drawnCovers,
  isPaidCover,
  padThemeId,
  padThemes,
  pageThemeId,
  pageThemes,
} from "./appearance-values.ts";

describe("covers", () => {
  it("are fourteen that are drawn and four colours, each once", () => {
    expect([drawnCovers.length, coverColours.length, new Set(covers).size]).toEqual([14, 4, 18]);
    expect(covers.filter(isPaidCover)).toEqual(drawnCovers);
  });

  it("of a journal without a chosen one are colours", () => {
    expect([1, 2, 3, 4].map(coverOf).toSorted()).toEqual([...coverColours]);
  });
});

describe("themes", () => {
  it("have ids of their own", () => {
    for (const themes of [pageThemes, padThemes]) {
      expect(new Set(themes.map(({ id }) => id)).size).toBe(themes.length);
      expect(themes[0].id).toBe(1);
    }
  });

  it.each([
    [0, 1],
    [1, 1],
    [2, 2],
    [12, null],
    [-1, null],
  ])("the page theme %d is kept as %s", (sent, kept) => expect(pageThemeId(sent)).toBe(kept));

  it.each([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [5, 1],
    [4, 4],
    [99, null],
  ])("the pad theme %d is kept as %s", (sent, kept) => expect(padThemeId(sent)).toBe(kept));
});
