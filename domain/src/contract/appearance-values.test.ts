import { describe, expect, it } from "vitest";
import {
  coverColours,
  defaultCover,
  covers,
  drawnCovers,
  isPaidCover,
  padThemeId,
  padThemes,
  pageThemeId,
  pageThemes,
} from "./appearance-values.ts";

describe("covers", () => {
  it("there are fourteen drawn covers and four colours, all different", () => {
    expect([drawnCovers.length, coverColours.length, new Set(covers).size]).toEqual([14, 4, 18]);
    expect(covers.filter(isPaidCover)).toEqual(drawnCovers);
  });

  it("a journal without a chosen cover has a colour as its cover", () => {
    expect([1, 2, 3, 4].map(defaultCover).toSorted()).toEqual([...coverColours]);
  });
});

describe("themes", () => {
  it("the ids of themes are unique and begin with 1", () => {
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
  ])("the page theme to store for the sent id %d is %s", (sentId, storedId) =>
    expect(pageThemeId(sentId)).toBe(storedId),
  );

  it.each([
    [0, 1],
    [1, 1],
    [2, 1],
    [3, 1],
    [5, 1],
    [4, 4],
    [99, null],
  ])("the pad theme to store for the sent id %d is %s", (sentId, storedId) =>
    expect(padThemeId(sentId)).toBe(storedId),
  );
});
